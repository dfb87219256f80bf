package io.fairstream.cli;

import io.fairstream.app.config.SettingsException;
import io.fairstream.cli.options.WrongUsage;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.cli.terminal.ProgramName;
import io.fairstream.embedded.EmbeddedException;
import io.fairstream.query.columns.Visible;
import io.fairstream.query.records.Failure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Messages and exit codes of failed commands. */
final class Failures {
    private Failures() {}

    static int usage(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("fairstream: " + Visible.text(WrongUsage.line(failure)));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    static int report(Exception failure, CommandLine command, boolean debug) {
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
