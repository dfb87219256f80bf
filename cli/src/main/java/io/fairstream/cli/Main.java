package io.fairstream.cli;

import io.fairstream.app.config.SettingsException;
import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.WrongUsage;
import io.fairstream.cli.shares.UserprioCommand;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.cli.terminal.ProgramName;
import io.fairstream.embedded.EmbeddedException;
import io.fairstream.query.columns.Visible;
import io.fairstream.query.records.Failure;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code fairstream} command. */
@Command(
        name = "fairstream",
        description = "Who used what, who is owed what, and why: fair-share accounting on Kafka.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        modelTransformer = Commands.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed", "2:wrong usage", "130:interrupted", "143:terminated"},
        footerHeading = "%nExample:%n",
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    private static final String DEBUG = "--debug";
    private static final List<String> VERSION = List.of("--version", "-V");
    private static final List<String> SERVICES = List.of("run", "standalone");

    @Option(names = DEBUG, scope = ScopeType.INHERIT, description = "Log progress and stack traces on stderr.")
    private boolean debug;

    private Main() {}

    public static void main(String[] arguments) {
        if (arguments.length == 1 && VERSION.contains(arguments[0])) {
            Arrays.stream(new Version().getVersion()).forEach(System.out::println);
            return;
        }
        chooseLogLevel(List.of(arguments));
        Interruption.endsThisThread();
        PrintWriter out = utf8(FileDescriptor.out);
        PrintWriter err = utf8(FileDescriptor.err);
        System.exit(run(out, err, arguments));
    }

    /** Runs one command and returns its exit code; both writers are flushed. */
    public static int run(PrintWriter out, PrintWriter messages, String... arguments) {
        PrintWriter err = new PrintWriter(Visible.writer(messages));
        Main main = new Main();
        CommandLine commandLine = commandLine(main, Commands.of(arguments))
                .setOut(out)
                .setErr(err)
                .setExecutionStrategy(Main::execute)
                .setParameterExceptionHandler((failure, all) -> usage(failure))
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command, main.debug));
        try {
            String[] called = arguments.length == 0 ? new String[] {"--help"} : arguments;
            return commandLine.execute(UserprioCommand.split(called));
        } finally {
            out.flush();
            err.flush();
        }
    }

    /** Rejects unknown words as wrong usage, even together with {@code --help}. */
    private static int execute(ParseResult parsed) {
        for (ParseResult level = parsed; level != null; level = level.subcommand()) {
            if (!level.unmatched().isEmpty()) {
                throw new UnmatchedArgumentException(level.commandSpec().commandLine(), level.unmatched());
            }
        }
        return new RunLast().execute(parsed);
    }

    /** The command with all its subcommands. */
    public static CommandLine commandLine() {
        return commandLine(new Main(), new Commands());
    }

    private static CommandLine commandLine(Main main, Commands commands) {
        CommandLine commandLine = new CommandLine(main, new Factory(commands));
        commandLine.setCommandName(ProgramName.get());
        HelpLayout.install(commandLine, Commands.ALL);
        return commandLine
                .registerConverter(Duration.class, DurationConverter::read)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Creates the subcommands; picocli's default factory creates all other objects. */
    private record Factory(Commands commands) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            return type.equals(Commands.class)
                    ? type.cast(commands)
                    : CommandLine.defaultFactory().create(type);
        }
    }

    /** Sets log levels, before the first logger is loaded and reads them. Services also log rebalances and state restores. */
    private static void chooseLogLevel(List<String> arguments) {
        // Kafka warns of replies that arrive after a consumer has switched topics, which is normal for a consumer that
        // reads several
        System.setProperty(
                "org.slf4j.simpleLogger.log.org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils", "error");
        if (arguments.contains(DEBUG)) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
        }
        if (!Collections.disjoint(arguments, SERVICES)) {
            System.setProperty("org.slf4j.simpleLogger.log.io.fairstream", "info");
        }
    }

    /** Writes UTF-8 regardless of the terminal's locale, since names of people may contain any letter. */
    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8)));
    }

    private static int usage(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("fairstream: " + Visible.text(WrongUsage.line(failure)));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    private static int report(Exception failure, CommandLine command, boolean debug) {
        PrintWriter err = command.getErr();
        command.getOut().flush();
        if (debug) {
            failure.printStackTrace(err);
        }
        if (failure instanceof ParameterException wrong) {
            return usage(wrong);
        }
        if (isInterruption(failure)) {
            return Interruption.exitCode();
        }
        lines(failure, command).forEach(line -> err.println("fairstream: " + Visible.text(line)));
        return failure instanceof SettingsException ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }

    private static boolean isInterruption(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException
                    || cause instanceof InterruptException
                    || cause instanceof ClosedByInterruptException) {
                return true;
            }
        }
        return false;
    }

    private static List<String> lines(Exception failure, CommandLine command) {
        if (failure instanceof SettingsException settings) {
            return WrongUsage.lines(settings, command.getCommandSpec());
        }
        return List.of(line(failure).replaceAll("\\s*\\R\\s*", "; "));
    }

    private static String line(Throwable failure) {
        Throwable cause = failure.getCause();
        if (cause != null && onlyWraps(failure)) {
            return line(cause);
        }
        if (failure instanceof NoSuchFileException missing) {
            return missing(missing.getFile());
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (failure instanceof FileSystemException file && file.getReason() != null) {
            return file.getFile() + ": " + file.getReason();
        }
        if (failure instanceof FileNotFoundException) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof AuthorizationException) {
            return failure.getMessage() + " (expected: ACLs of a role that may; " + ProgramName.get()
                    + " acls prints them)";
        }
        if (failure instanceof Failure || failure instanceof EmbeddedException || failure instanceof KafkaException) {
            return String.valueOf(failure.getMessage());
        }
        String kind = failure instanceof IOException ? "" : "unexpected ";
        return kind + failure.getClass().getSimpleName() + ": " + failure.getMessage() + " (--debug shows where)";
    }

    /** Message for a missing file, or for a missing directory of an output file. */
    private static String missing(String file) {
        Path above = Path.of(file).toAbsolutePath().getParent();
        return file + (above == null || Files.exists(above) ? ": no such file" : ": there is no directory " + above);
    }

    private static boolean onlyWraps(Throwable failure) {
        return failure instanceof ExecutionException
                || failure instanceof CompletionException
                || failure instanceof UncheckedIOException
                || failure.getClass() == KafkaException.class;
    }
}
