package io.fairstream.flux;

import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import org.jspecify.annotations.Nullable;

/**
 * Wait status of a job's shells at their end.
 *
 * @param code exit code, the highest of all shells; null if unknown, or ended by a signal
 * @param signal signal that ended them; null for none
 */
record WaitStatus(@Nullable Integer code, @Nullable Integer signal) {
    static final WaitStatus UNKNOWN = new WaitStatus(null, null);
    private static final int LARGEST = 0xffff;
    private static final int SIGNALS = 0x7f;
    private static final int CODES = 8;
    /** Return code of a job that was cancelled before it started. */
    private static final int NEVER_STARTED = -128;

    /** Parses a status of {@code waitpid}. */
    static @Nullable WaitStatus of(JsonFields fields, String field) throws MalformedException {
        Long reported = fields.whole(field, -1, LARGEST);
        if (reported == null || reported < 0) {
            return null;
        }
        int signal = (int) (reported & SIGNALS);
        return signal == 0 ? new WaitStatus((int) (reported >> CODES), null) : new WaitStatus(null, signal);
    }

    /** Returns the wait status of a listing: {@code waitstatus}, otherwise {@code returncode}, which is negative for a signal. */
    static WaitStatus ofListing(JsonFields job) throws MalformedException {
        WaitStatus reported = of(job, "waitstatus");
        Long code = job.whole("returncode", NEVER_STARTED, LARGEST);
        if (reported != null || code == null || code == NEVER_STARTED) {
            return reported == null ? UNKNOWN : reported;
        }
        return code < 0 ? new WaitStatus(null, (int) -code) : new WaitStatus(code.intValue(), null);
    }

    /** Returns true if the job succeeded. */
    boolean isSuccess() {
        return Integer.valueOf(0).equals(code);
    }
}
