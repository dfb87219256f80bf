package io.fairstream.publish.notices;

import io.fairstream.schemas.Notice;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Delivery to a command: the notice as JSON on its standard input, and its parts in the environment. Exit code 0 is delivered. */
public final class Exec implements Channel {
    private final Duration timeout;

    /** @param timeout after which the command and its children are killed */
    public Exec(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public Attempt attempt(Delivery delivery) throws InterruptedException {
        List<String> words = List.of(delivery.to().address().trim().split("\\s+", -1));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables(delivery));
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return Attempt.Failed.ofRecipient(String.valueOf(e.getMessage()));
        }
        try {
            write(delivery.noticeJson() + "\n", process);
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                return Attempt.Failed.ofRecipient("no end within " + timeout.toMillis() + " ms");
            }
            return process.exitValue() == 0
                    ? new Attempt.Delivered()
                    : Attempt.Failed.ofRecipient("exit " + process.exitValue());
        } finally {
            List<ProcessHandle> children = process.descendants().toList();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    static Map<String, String> variables(Delivery delivery) {
        Notice notice = delivery.first().notice();
        return Map.of(
                "FAIRSTREAM_ID", delivery.id(),
                "FAIRSTREAM_KIND", notice.getKind().toString(),
                "FAIRSTREAM_TARGET", notice.getTarget(),
                "FAIRSTREAM_THRESHOLD", Integer.toString(notice.getThreshold()),
                "FAIRSTREAM_AT", notice.getAt().toString(),
                "FAIRSTREAM_UNIT", notice.getUnit(),
                "FAIRSTREAM_BALANCE", Double.toString(notice.getBalance()),
                "FAIRSTREAM_CONTACTS", String.join(" ", notice.getContacts()).replace("\0", ""),
                "FAIRSTREAM_SUBJECT", NoticeText.subject(notice));
    }

    /** Writes the input. It fits into the pipe; a command that does not read it says so by its exit code. */
    private static void write(String input, Process process) {
        try (OutputStream stream = process.getOutputStream()) {
            stream.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return;
        }
    }
}
