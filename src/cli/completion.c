// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen completion bash: words for the shell, from the tables of commands and operators.

#include "cli.h"

#include <string.h>

static void print_flag(const char *name) {
    fputs(" --", stdout);
    for (; *name; name++) putchar(*name == '_' ? '-' : *name);
}

static void print_common(void) {
    for (const cli_flag *f = cli_common_flags; f->name; f++) print_flag(f->name);
}

static void print_command_case(const cli_command *command) {
    printf("    %s) words=\"", command->name);
    for (const cli_flag *f = command->flags; f && f->name; f++) print_flag(f->name);
    print_common();
    printf("\";;\n");
}

static void print_operator_cases(const oro_operator *op) {
    const oro_record *record = &op->record;
    printf("    %s) words=\"", record->name);
    for (int32_t i = 0; i < record->arg_count; i++)
        if (record->args[i].type != ORO_VALUE_OUT) print_flag(record->args[i].name);
    for (int i = 0; cli_map_flags[i].name; i++) {
        cli_flag flag = cli_map_flag_of(op, i);
        if (flag.name) print_flag(flag.name);
    }
    print_common();
    printf("\";;\n");
}

/// The words that can follow a flag with choices, as cases of "operator:flag".
static void print_choice_cases(const oro_operator *op) {
    for (int32_t i = 0; i < op->record.arg_count; i++) {
        const oro_arg *arg = &op->record.args[i];
        if (arg->type != ORO_CHOICE) continue;
        printf("    \"%s:", op->record.name);
        print_flag(arg->name);
        printf("\") values=\"");
        for (int k = 0; arg->choices[k]; k++) printf("%s%s", k ? " " : "", arg->choices[k]);
        printf("\";;\n");
    }
}

static void print_preset_case(const oro_operator *op) {
    if (!op->presets) return;
    printf("    \"%s: --preset\") values=\"", op->record.name);
    for (const oro_preset *p = op->presets; p->name; p++) printf("%s%s", p > op->presets ? " " : "", p->name);
    printf("\";;\n");
}

static void print_bash(void) {
    printf(
        "# Completion of orogen for bash: source <(orogen completion bash)\n_orogen() {\n"
        "  local current=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" words=\"\" values=\"\"\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words=\"");
    for (int i = 0; i < cli_command_count(); i++) printf("%s ", cli_command_at(i)->name);
    for (int i = 0; i < oro_operator_count(); i++) printf("%s ", oro_operator_at(NULL, i)->record.name);
    printf("--version --help\"\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n    return\n  fi\n"
           "  case \"${COMP_WORDS[1]}: $before\" in\n");
    for (int i = 0; i < oro_operator_count(); i++) {
        print_choice_cases(oro_operator_at(NULL, i));
        print_preset_case(oro_operator_at(NULL, i));
    }
    printf(
        "    *:\\ --progress) values=\"auto always never json\";;\n    *:\\ --cpu) values=\"baseline avx2 avx512\";;\n "
        " esac\n"
        "  if [ -n \"$values\" ]; then\n    COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n    return\n  fi\n"
        "  case \"${COMP_WORDS[1]}\" in\n");
    for (int i = 0; i < cli_command_count(); i++) print_command_case(cli_command_at(i));
    for (int i = 0; i < oro_operator_count(); i++) print_operator_cases(oro_operator_at(NULL, i));
    printf("  esac\n  if [[ \"$current\" == -* ]]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "  else\n    COMPREPLY=($(compgen -f -- \"$current\"))\n  fi\n}\n"
           "complete -o filenames -F _orogen orogen\n");
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 1, 1, "completion bash");
    if (status != ORO_OK) return status;
    if (strcmp(w->plain[0], "bash") != 0)
        return cli_misuse(c, NULL, "there is no completion for \"%.40s\"; bash is what there is", w->plain[0]);
    print_bash();
    return ORO_OK;
}

const cli_command cli_command_completion = {
    .name = "completion",
    .summary = "Print what a shell needs to complete commands and flags",
    .usage = "bash",
    .doc = "For this shell alone: source <(orogen completion bash). To keep it, write it into the folder "
           "bash-completion reads.",
    .example = "orogen completion bash > ~/.local/share/bash-completion/completions/orogen",
    .run = run,
};
