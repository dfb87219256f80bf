package io.fairstream.cli.export;

import picocli.CommandLine.Command;

/** {@code publish}: messages, records and files for other systems. */
@Command(
        name = "publish",
        footer = "fairstream publish apel --directory DIR --site NAME --bootstrap-server HOST:PORT",
        description = {
            "Accounting data in the formats of other organisations, from the topics.",
            "apel and gracc keep a ledger beside their messages: each job is sent once, even if the "
                    + "process is killed, and again after a correction. focus, sacct and open-ondemand are "
                    + "complete each time."
        },
        subcommands = {
            ApelCommand.class,
            GraccCommand.class,
            PublishStatusCommand.class,
            FocusCommand.class,
            SacctCommand.class,
            OpenOnDemandCommand.class
        })
public final class PublishCommand {}
