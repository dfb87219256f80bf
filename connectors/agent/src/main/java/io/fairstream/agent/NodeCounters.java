package io.fairstream.agent;

import io.fairstream.agent.node.CpuTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Counters of the whole node in /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice, in ticks. User and
 * nice include guest and guest_nice.
 *
 * @param processors number of processors online; each one has a line
 * @param busy user mode: user and nice; system mode: system, irq and softirq
 * @param stealMicros stolen time, microseconds
 */
record NodeCounters(int processors, CpuTime busy, long stealMicros) {
    private static final byte[] CPU = "cpu".getBytes(StandardCharsets.UTF_8);
    private static final int FIELDS = 8;

    static NodeCounters of(Text text) throws IOException {
        long[] fields = new long[FIELDS];
        int processors = -1;
        for (int line = 0; text.startsWith(CPU, line); line = text.nextLine(line)) {
            if (processors < 0) {
                read(text, line + CPU.length, fields);
            }
            processors++;
        }
        if (processors < 1) {
            throw new IOException("stat: no processor line (expected: cpu, cpu0, ...)");
        }
        return new NodeCounters(
                processors,
                CpuTime.ofTicks(fields[0] + fields[1], fields[2] + fields[5] + fields[6]),
                CpuTime.ofTicks(fields[7], 0).micros());
    }

    private static void read(Text text, int from, long[] fields) {
        int index = from;
        for (int field = 0; field < fields.length; field++) {
            while (text.at(index) == ' ') {
                index++;
            }
            fields[field] = text.numberFrom(index);
            while (text.at(index) != ' ' && text.at(index) != '\n') {
                index++;
            }
        }
    }
}
