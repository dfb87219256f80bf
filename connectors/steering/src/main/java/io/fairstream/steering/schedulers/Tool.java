package io.fairstream.steering.schedulers;

import io.fairstream.steering.SchedulerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runner of a scheduler's own commands, without a shell. A prefix such as {@code ssh head} may use one; therefore our
 * commands contain nothing that a shell would expand.
 *
 * @param prefix words before each command, such as {@code ssh head}; may be empty
 * @param limit time limit of a command, above 0
 */
public record Tool(List<String> prefix, Duration limit) {
    /** Maximum size of standard output and of standard error each, in bytes. */
    static final int MAX_OUTPUT = 256 << 20;

    private static final int NOT_FOUND = 127;
    /** Longest time that a pipe may stay open after its process has ended, in seconds. */
    private static final int PATIENCE = 2;

    public Tool {
        prefix = List.copyOf(prefix);
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: above 0)");
        }
    }

    /** Returns the tool with another time limit. */
    public Tool within(Duration other) {
        return new Tool(prefix, other);
    }

    /**
     * Returns the standard output of a command that must succeed.
     *
     * @throws SchedulerException as {@link #run}, and for an exit code other than 0
     */
    public String answer(List<String> command) throws SchedulerException, InterruptedException {
        return answer(command, "");
    }

    /** As {@link #answer(List)}, with standard input. */
    public String answer(List<String> command, String input) throws SchedulerException, InterruptedException {
        Output output = run(command, input);
        if (output.exit() != 0) {
            throw new SchedulerException(failure(command, output), output.exit() == NOT_FOUND);
        }
        return output.out();
    }

    /** Returns the message for a failed command, in one line. */
    public static String failure(List<String> command, Output output) {
        String words = output.lastWords();
        if (output.exit() == NOT_FOUND && words.isEmpty()) {
            return name(command) + ": not found";
        }
        return name(command) + ": exit " + output.exit() + (words.isEmpty() ? "" : ": " + words);
    }

    /** Returns the command's name, after {@code env} and its variables. */
    private static String name(List<String> command) {
        return command.stream()
                .filter(word -> !word.equals("env") && word.indexOf('=') < 0)
                .findFirst()
                .orElse(command.get(0));
    }

    /**
     * Runs a command to its end.
     *
     * @param command its name and arguments
     * @param input its standard input
     * @throws SchedulerException if it cannot be started, takes longer than the limit, or writes too much; it and its
     * children are killed
     */
    public Output run(List<String> command, String input) throws SchedulerException, InterruptedException {
        String name = name(command);
        Process process = start(command);
        ExecutorService pipes = Executors.newFixedThreadPool(3, Tool::thread);
        try {
            CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> text(process.getInputStream()), pipes);
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()), pipes);
            pipes.execute(() -> write(input, process));
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new SchedulerException(name + ": no answer within " + words(limit));
            }
            return new Output(process.exitValue(), ended(out, name), ended(err, name));
        } finally {
            end(process);
            pipes.shutdownNow();
        }
    }

    private Process start(List<String> command) throws SchedulerException {
        List<String> line = Stream.concat(prefix.stream(), command.stream()).toList();
        try {
            return new ProcessBuilder(line).start();
        } catch (IOException e) {
            SchedulerException missing = new SchedulerException(line.get(0) + ": not found", true);
            missing.initCause(e);
            throw missing;
        }
    }

    private static String ended(CompletableFuture<String> text, String name)
            throws SchedulerException, InterruptedException {
        try {
            return text.get(PATIENCE, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new SchedulerException(name + ": left a process that keeps its output open", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new SchedulerException(name + ": " + (cause == null ? "" : cause.getMessage()), e);
        }
    }

    private static String text(InputStream stream) {
        try (stream) {
            byte[] bytes = stream.readNBytes(MAX_OUTPUT);
            if (stream.read() >= 0) {
                throw new IllegalStateException("more than " + (MAX_OUTPUT >> 20) + " MiB of output");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Writes the input. A command may not read all of it, for a reason that is in its exit code and messages. */
    private static void write(String input, Process process) {
        try (OutputStream stream = process.getOutputStream()) {
            stream.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return;
        }
    }

    private static void end(Process process) {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "tool");
        thread.setDaemon(true);
        return thread;
    }

    private static String words(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }
}
