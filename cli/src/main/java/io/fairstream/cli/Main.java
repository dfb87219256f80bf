package io.fairstream.cli;

import io.fairstream.cli.agent.AgentCommand;
import io.fairstream.cli.audit.AuditCommand;
import io.fairstream.cli.boinc.BoincGatewayCommand;
import io.fairstream.cli.condor.ScanCommand;
import io.fairstream.cli.demo.DemoCommand;
import io.fairstream.cli.events.ProduceCommand;
import io.fairstream.cli.explain.ExplainCommand;
import io.fairstream.cli.jobs.JobsCommand;
import io.fairstream.cli.negotiate.NegotiateCommand;
import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.priority.PriorityCommand;
import io.fairstream.cli.replay.FoldCommand;
import io.fairstream.cli.replay.ReplayCommand;
import io.fairstream.cli.report.ReportCommand;
import io.fairstream.cli.shares.SharesCommand;
import io.fairstream.cli.slurm.SlurmBridgeCommand;
import io.fairstream.cli.standalone.RunCommand;
import io.fairstream.cli.standalone.StandaloneCommand;
import io.fairstream.cli.tables.TableCommand;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.cli.topics.TopicsCommand;
import io.fairstream.cli.userprio.UserprioCommand;
import io.fairstream.cli.whatif.WhatIfCommand;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code fairstream} command. */
@Command(
        name = "fairstream",
        description = "Who used what, who is owed what, and why: streaming fair-share accounting on Kafka.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        subcommands = {
            DemoCommand.class,
            FoldCommand.class,
            ReplayCommand.class,
            ScanCommand.class,
            SlurmBridgeCommand.class,
            AgentCommand.class,
            BoincGatewayCommand.class,
            StandaloneCommand.class,
            RunCommand.class,
            TopicsCommand.class,
            ProduceCommand.class,
            AuditCommand.class,
            TableCommand.class,
            UserprioCommand.class,
            ExplainCommand.class,
            SharesCommand.class,
            JobsCommand.class,
            PriorityCommand.class,
            ReportCommand.class,
            NegotiateCommand.class,
            WhatIfCommand.class,
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done; also what runs until it is stopped, terminated (SIGTERM) and closed in order",
            "1:failed, with one line on stderr",
            "2:usage",
            "130:interrupted (Ctrl-C)",
            "143:terminated before it was done"
        },
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    private static final String DEBUG = "--debug";
    private static final List<String> SERVICES = List.of("run", "standalone");

    @Option(
            names = DEBUG,
            scope = ScopeType.INHERIT,
            description = "Log on stderr what is going on, and show stack traces.")
    private boolean debug;

    private Main() {}

    public static void main(String[] arguments) {
        chooseLogLevel(List.of(arguments));
        Interruption.endsThisThread();
        PrintWriter out = utf8(FileDescriptor.out);
        PrintWriter err = utf8(FileDescriptor.err);
        System.exit(run(out, err, arguments));
    }

    /** Runs one command and returns its exit code; both writers are flushed. */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        Main main = new Main();
        CommandLine commandLine = new CommandLine(main)
                .setOut(out)
                .setErr(err)
                .registerConverter(Duration.class, DurationConverter::read)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Failures::usage)
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> Failures.report(failure, command, main.debug));
        try {
            return commandLine.execute(UserprioCommand.split(arguments));
        } finally {
            out.flush();
            err.flush();
        }
    }

    /**
     * The logger reads its levels when the first class that logs is loaded. What goes on for days says when its work is divided anew or
     * restored.
     */
    private static void chooseLogLevel(List<String> arguments) {
        if (arguments.contains(DEBUG)) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
        }
        if (!Collections.disjoint(arguments, SERVICES)) {
            System.setProperty("org.slf4j.simpleLogger.log.io.fairstream", "info");
        }
    }

    /** Names of people hold any letter, whatever the locale of the terminal. */
    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8)));
    }
}
