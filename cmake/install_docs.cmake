# Man pages and shell completion, printed by the program itself and installed where man and the shells look for them.
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  return() # the program cannot be run here
endif()
include(GNUInstallDirs)
set(pages ${CMAKE_BINARY_DIR}/man1)
set(completion ${CMAKE_BINARY_DIR}/completion)
add_custom_command(
  OUTPUT ${pages}/orogen.1
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
  COMMAND orogen man --output ${pages} --quiet
  DEPENDS orogen
  VERBATIM)
file(MAKE_DIRECTORY ${completion})
foreach(shell bash zsh fish)
  add_custom_command(
    OUTPUT ${completion}/${shell}
    COMMAND orogen completion ${shell} > ${completion}/${shell}
    DEPENDS orogen
    VERBATIM)
endforeach()
add_custom_target(shell_docs ALL DEPENDS ${pages}/orogen.1 ${completion}/bash ${completion}/zsh ${completion}/fish)
install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${completion}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME orogen)
install(FILES ${completion}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _orogen)
install(FILES ${completion}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME orogen.fish)
