package io.fairstream.cli.export;

import picocli.CommandLine.Command;

/** {@code sink}: live copies of the topics in other systems. */
@Command(
        name = "sink",
        footer = "fairstream sink postgres --config postgres.properties --bootstrap-server HOST:PORT",
        description = {"Keep an exact copy of the topics elsewhere, until stopped."},
        subcommands = {PostgresCommand.class})
public final class SinkCommand {}
