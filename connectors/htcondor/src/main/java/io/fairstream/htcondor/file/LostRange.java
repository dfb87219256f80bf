package io.fairstream.htcondor.file;

import java.util.Locale;

/**
 * Part of a log that was removed before it was read.
 *
 * @param file the file in which reading continues
 * @param bytes number of missing bytes; -1 if unknown
 * @param reason explanation for an administrator
 */
public record LostRange(String file, long bytes, String reason) {
    /** Returns true if the missing amount is known. */
    public boolean isMeasured() {
        return bytes >= 0;
    }

    @Override
    public String toString() {
        String amount = isMeasured()
                ? String.format(Locale.ROOT, "%,d bytes are lost", bytes)
                : "an unknown number of bytes is lost";
        return reason + ": " + amount;
    }
}
