package io.fairstream.htcondor;

import io.fairstream.htcondor.file.ClassAd;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import java.time.Instant;

/**
 * One event of a log, in any notation.
 *
 * @param kind HTCondor's number of the kind of event, such as 1 for a job that began to run
 * @param job the job; in a startd's log the slot's number, the dynamic slot's and 0
 * @param time as it was written
 * @param attributes by their names in JSON and XML
 */
record JobLogEvent(int kind, JobId job, String time, ClassAd attributes) {
    /** Time of the event. */
    Instant at(LogTimes times) throws MalformedException {
        Instant at = times.at(time);
        if (at == null) {
            throw new MalformedException(Outcome.BAD_TIME, "time: \"" + time + "\" (expected: an existing date)");
        }
        return at;
    }
}
