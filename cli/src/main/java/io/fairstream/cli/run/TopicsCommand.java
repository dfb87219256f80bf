package io.fairstream.cli.run;

import picocli.CommandLine.Command;

/** {@code topics}: creates, checks and describes the topics of the catalogue. */
@Command(
        name = "topics",
        footer = "fairstream topics create --bootstrap-server HOST:PORT",
        description = "The topic catalogue: create it in a cluster, check a cluster against it, show it.",
        subcommands = {TopicsCreate.class, TopicsCheck.class, TopicsDescribe.class})
public final class TopicsCommand {}
