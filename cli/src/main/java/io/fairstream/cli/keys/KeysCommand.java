package io.fairstream.cli.keys;

import picocli.CommandLine.Command;

/** {@code keys}: keys to sign with, and what their holders may write. */
@Command(
        name = "keys",
        footer = "fairstream keys create n17.pem",
        description = {
            "Make a key with which a producer signs its records, and say what its holder may write.",
            "Signed is what commands send with --set signing.key=FILE. Checked is what is sent if the topology has the setting"
                    + " signatures=accept or require: docs/security.md."
        },
        subcommands = {KeysCreate.class, KeysAdd.class, KeysList.class, KeysRevoke.class})
public final class KeysCommand {}
