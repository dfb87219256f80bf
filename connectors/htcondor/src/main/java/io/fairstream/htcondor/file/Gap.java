package io.fairstream.htcondor.file;

import java.util.Locale;

/**
 * Part of a log that no longer exists and was not read.
 *
 * @param file the file in which reading goes on
 * @param bytes how many bytes are missing; -1 when nothing says how many, if any
 * @param reason what happened, for a person to read
 */
public record Gap(String file, long bytes, String reason) {
    /** True if the missing amount is known. */
    public boolean isMeasured() {
        return bytes >= 0;
    }

    @Override
    public String toString() {
        String amount = isMeasured()
                ? String.format(Locale.ROOT, "%,d bytes are lost", bytes)
                : "how much is lost is not known";
        return reason + ": " + amount;
    }
}
