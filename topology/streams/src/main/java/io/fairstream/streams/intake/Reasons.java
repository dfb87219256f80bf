package io.fairstream.streams.intake;

import java.util.Objects;
import org.apache.kafka.common.errors.SerializationException;

/** Why something failed, in one line of bounded length: it may repeat what a stranger has sent. */
final class Reasons {
    private Reasons() {}

    static String of(Throwable thrown, int longest) {
        String message = thrown.getMessage();
        if (message == null || !(thrown instanceof SerializationException)) {
            return line(thrown.toString(), longest);
        }
        Throwable cause = thrown.getCause();
        boolean causeSaysMore = cause != null && cause.getMessage() != null && !message.contains(cause.getMessage());
        return line(
                causeSaysMore ? message + ": " + Objects.requireNonNull(cause).getMessage() : message, longest);
    }

    static String line(String text, int longest) {
        StringBuilder line = new StringBuilder();
        text.chars().limit(longest).forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
        if (text.length() > longest) {
            line.append("...");
        }
        return line.toString();
    }
}
