package io.fairstream.slurm;

import io.fairstream.reading.MalformedException;
import org.jspecify.annotations.Nullable;

/**
 * Exit status of a job's script, such as {@code 3:0}.
 *
 * @param code exit code; null if unknown
 * @param signal signal that ended the script; null for none
 */
record ExitStatus(@Nullable Integer code, @Nullable Integer signal) {
    static final ExitStatus UNKNOWN = new ExitStatus(null, null);

    /** Parses {@code code:signal}; empty is unknown. */
    static ExitStatus parse(String field, String text) throws MalformedException {
        if (text.isEmpty()) {
            return UNKNOWN;
        }
        if (!text.matches("\\d{1,9}:\\d{1,9}")) {
            throw new MalformedException(field, text, "code:signal");
        }
        String[] parts = text.split(":", -1);
        int signal = Integer.parseInt(parts[1]);
        return new ExitStatus(Integer.valueOf(parts[0]), signal == 0 ? null : signal);
    }
}
