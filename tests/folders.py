# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Folders as tests compare them: path and bytes of every file.
import json
import os
import shutil


def contents(folder):
    """Path and bytes of every file below a folder."""
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def lay_out(folder, files):
    """Makes a folder hold these files and no others. The folder itself stays: somebody works in it."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    for name, data in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)


def is_journal(path, data):
    """The journal of a search that was stopped holds the seeds that are done, whole."""
    try:
        return os.path.basename(path) == "journal.json" and "orogen_search" in json.loads(data)
    except ValueError:
        return False


def harm(before, whole, after):
    """A sentence for every file that is neither as it was nor as a run without faults leaves it, and for what should not be there."""
    for path, data in after.items():
        if os.path.basename(path).startswith(".orogen-"):
            yield f"leaves {path}"
        elif data != before.get(path) and data != whole.get(path) and not is_journal(path, data):
            yield f"leaves half of {path}"
    for path in before.keys() - after.keys():
        yield f"loses {path}"
