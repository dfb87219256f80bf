package io.fairstream.cli;

import io.fairstream.cli.ahead.NegotiateCommand;
import io.fairstream.cli.ahead.WhatIfCommand;
import io.fairstream.cli.demo.DemoCommand;
import io.fairstream.cli.export.ExportCommand;
import io.fairstream.cli.export.NotifyCommand;
import io.fairstream.cli.export.PublishCommand;
import io.fairstream.cli.export.SinkCommand;
import io.fairstream.cli.export.SqlCommand;
import io.fairstream.cli.feed.AgentCommand;
import io.fairstream.cli.feed.BoincGatewayCommand;
import io.fairstream.cli.feed.ProduceCommand;
import io.fairstream.cli.feed.ScanCommand;
import io.fairstream.cli.feed.SlurmBridgeCommand;
import io.fairstream.cli.feed.SlurmPollCommand;
import io.fairstream.cli.replay.FoldCommand;
import io.fairstream.cli.replay.ReplayCommand;
import io.fairstream.cli.report.ExplainCommand;
import io.fairstream.cli.report.FindCommand;
import io.fairstream.cli.report.JobsCommand;
import io.fairstream.cli.report.PriorityCommand;
import io.fairstream.cli.report.ReportCommand;
import io.fairstream.cli.report.TableCommand;
import io.fairstream.cli.run.AclsCommand;
import io.fairstream.cli.run.AuditCommand;
import io.fairstream.cli.run.ConsoleCommand;
import io.fairstream.cli.run.DoctorCommand;
import io.fairstream.cli.run.RunCommand;
import io.fairstream.cli.run.ShadowCommand;
import io.fairstream.cli.run.StandaloneCommand;
import io.fairstream.cli.run.StatusCommand;
import io.fairstream.cli.run.SteerCommand;
import io.fairstream.cli.run.TopicsCommand;
import io.fairstream.cli.shares.AllocationsCommand;
import io.fairstream.cli.shares.SharesCommand;
import io.fairstream.cli.shares.UserprioCommand;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/** The subcommands. If the command line names one, only that one is created, since creating all takes a third of a second. */
final class Commands implements IModelTransformer {
    private static final String TRY = "Try it";
    private static final String RUN = "Run it";
    private static final String FEED = "Feed it";
    private static final String SEE = "See what is used and owed";
    private static final String AHEAD = "Look ahead";
    private static final String HELP = "Help";

    /** All subcommands, in the order and groups of the help page. */
    static final List<Listed> ALL = List.of(
            new Listed(TRY, "demo", DemoCommand.class, "Four made-up systems at work, two weeks in a minute."),
            new Listed(TRY, "fold", FoldCommand.class, "Tables of files of events, on a private cluster."),
            new Listed(RUN, "standalone", StandaloneCommand.class, "Kafka, registry and topology in one process."),
            new Listed(RUN, "run", RunCommand.class, "The topology, on a Kafka cluster."),
            new Listed(RUN, "console", ConsoleCommand.class, "The output of the commands, in a browser."),
            new Listed(RUN, "topics", TopicsCommand.class, "Create the topics, check or describe them."),
            new Listed(RUN, "status", StatusCommand.class, "Instances, waiting records, silent inputs, rejections."),
            new Listed(RUN, "doctor", DoctorCommand.class, "Problems of the cluster, and what to do."),
            new Listed(RUN, "acls", AclsCommand.class, "The least ACLs of each role, compared with the cluster's."),
            new Listed(RUN, "audit", AuditCommand.class, "Check that every record is accounted exactly once."),
            new Listed(RUN, "steer", SteerCommand.class, "Make another scheduler use these priorities."),
            new Listed(FEED, "produce", ProduceCommand.class, "Send JSON lines to an input topic."),
            new Listed(FEED, "replay", ReplayCommand.class, "Play a recorded workload, or follow a log."),
            new Listed(FEED, "slurm-bridge", SlurmBridgeCommand.class, "Forward the records of Slurm's jobcomp/kafka."),
            new Listed(FEED, "slurm-poll", SlurmPollCommand.class, "Poll sacct and send new jobs."),
            new Listed(FEED, "scan", ScanCommand.class, "Compare the matches with a listing of all slots."),
            new Listed(FEED, "agent", AgentCommand.class, "Measure the sessions of this machine."),
            new Listed(FEED, "boinc-gateway", BoincGatewayCommand.class, "The account manager of BOINC clients."),
            new Listed(SEE, "userprio", UserprioCommand.class, "Priorities and usage as condor_userprio, and edits."),
            new Listed(SEE, "shares", SharesCommand.class, "The tree of banks and users as sshare, and edits."),
            new Listed(SEE, "allocations", AllocationsCommand.class, "What banks and projects may use, and edits."),
            new Listed(SEE, "priority", PriorityCommand.class, "Waiting jobs with their priorities' terms, as sprio."),
            new Listed(SEE, "jobs", JobsCommand.class, "The jobs of each partition, as squeue."),
            new Listed(SEE, "report", ReportCommand.class, "Reports over any period, as sreport and sacct."),
            new Listed(SEE, "shadow", ShadowCommand.class, "Priorities of another scheduler, beside ours."),
            new Listed(SEE, "publish", PublishCommand.class, "Accounting for others: APEL, GRACC, FOCUS, sacct."),
            new Listed(SEE, "notify", NotifyCommand.class, "Mails and calls when an allocation is spent."),
            new Listed(SEE, "explain", ExplainCommand.class, "The parts of a priority, a usage or a balance."),
            new Listed(SEE, "find", FindCommand.class, "Customers, jobs, hosts, ... by a part of their name."),
            new Listed(SEE, "table", TableCommand.class, "The rows of a table or a journal."),
            new Listed(SEE, "sql", SqlCommand.class, "SQL over all tables, and a shell."),
            new Listed(SEE, "export", ExportCommand.class, "Tables and journals as files: Parquet, CSV, JSON."),
            new Listed(SEE, "sink", SinkCommand.class, "A live copy of the topics in PostgreSQL."),
            new Listed(AHEAD, "negotiate", NegotiateCommand.class, "The division of a pool as of now."),
            new Listed(AHEAD, "what-if", WhatIfCommand.class, "Who gains and who loses with other settings."),
            new Listed(HELP, "help", HelpCommand.class, "Help on a command, or on the common options."),
            new Listed(HELP, "completion", CompletionCommand.class, "The script that completes commands in a shell."));

    private final String only;

    /** Creates all subcommands, as documentation needs them. */
    Commands() {
        this("");
    }

    private Commands(String only) {
        this.only = only;
    }

    /** Returns the named subcommand if it is known and needs no others, no subcommand for a single option, otherwise all. */
    static Commands of(String... arguments) {
        if (arguments.length == 0 || (arguments.length == 1 && arguments[0].startsWith("-"))) {
            return new Commands("none");
        }
        return ALL.stream()
                .filter(command -> command.name().equals(arguments[0]))
                .filter(command -> !command.group().equals(HELP))
                .findFirst()
                .map(command -> new Commands(command.name()))
                .orElseGet(Commands::new);
    }

    @Override
    public CommandSpec transform(CommandSpec root) {
        if (!(root.userObject() instanceof Main)) {
            return root;
        }
        for (Listed command : ALL) {
            if (only.isEmpty() || only.equals(command.name())) {
                root.addSubcommand(command.name(), new CommandLine(command.type()));
            }
        }
        return root;
    }
}
