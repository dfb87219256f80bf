package io.fairstream.sonar;

import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;

/**
 * A process, or several like it rolled into one, at the time of a sample.
 *
 * @param pid 0 when sonar has none to tell
 * @param parent pid of the parent
 * @param threads how many, 1 or more
 * @param cpuSeconds used since its begin, with what its children had used that ended and were waited for
 * @param residentKiB private memory in RAM
 * @param virtualKiB data and stack
 * @param rolledUp whether it stands for several
 * @param gpus what it does on GPUs
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

    /** By what it is known again in the next sample of the node. */
    String key() {
        return pid > 0 ? Long.toString(pid) : parent + "/" + command;
    }
}
