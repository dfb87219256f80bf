package io.fairstream.sonar;

import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;

/**
 * A process, or several similar ones rolled up, at the time of a sample.
 *
 * @param pid 0 if sonar reports none
 * @param parent pid of the parent
 * @param threads number of threads, 1 or more
 * @param cpuSeconds used since its begin, including children that ended and were waited for
 * @param residentKiB private memory in RAM
 * @param virtualKiB data and stack
 * @param rolledUp whether it represents several processes
 * @param gpus its use of GPUs
 */
record ProcessSample(
        long pid,
        long parent,
        String command,
        long threads,
        long cpuSeconds,
        long residentKiB,
        long virtualKiB,
        boolean rolledUp,
        GpuSample gpus) {

    static ProcessSample of(JsonFields fields) throws MalformedException {
        long rolledUp = Numbers.whole(fields, "rolledup");
        return new ProcessSample(
                Numbers.whole(fields, "pid"),
                Numbers.whole(fields, "ppid"),
                fields.text("cmd"),
                Numbers.whole(fields, "num_threads") + rolledUp + 1,
                Numbers.whole(fields, "cpu_time"),
                Numbers.whole(fields, "resident_memory"),
                Numbers.whole(fields, "virtual_memory"),
                rolledUp > 0,
                GpuSample.of(fields));
    }

    /** Returns the key that identifies it in the next sample of the node. */
    String key() {
        return pid > 0 ? Long.toString(pid) : parent + "/" + command;
    }
}
