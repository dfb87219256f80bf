package io.fairstream.htcondor.log;

import io.fairstream.htcondor.ads.ClassAd;

/**
 * One event of a log, however it was written.
 *
 * @param kind HTCondor's number of the kind of event, as 1 for a job that began to run
 * @param job the job; in a startd's log the slot's number, the dynamic slot's and 0
 * @param time as it was written
 * @param attributes by the names they have in JSON and XML
 */
public record JobLogEvent(int kind, JobId job, String time, ClassAd attributes) {
    /** What is wrong with a time that there is not. */
    String badTime() {
        return "time: \"" + time + "\" (expected: one that there is)";
    }
}
