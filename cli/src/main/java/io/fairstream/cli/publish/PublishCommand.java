package io.fairstream.cli.publish;

import picocli.CommandLine.Command;

/** {@code publish}: messages, records and files for other systems. */
@Command(
        name = "publish",
        footer = "fairstream publish apel --directory DIR --site NAME --bootstrap-server HOST:PORT",
        description = {
            "What a site owes others of its accounting, in their formats, from the topics.",
            "apel and gracc keep a ledger beside their messages: each job is sent once, whenever the process is killed, and sent"
                    + " anew when it is corrected. focus, sacct and open-ondemand are made anew each time."
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
