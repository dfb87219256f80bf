package io.fairstream.agent;

import io.fairstream.agent.node.Memory;
import io.fairstream.agent.node.NodeProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reader of processes. For a process that was idle since its last sighting, user and memory are read only at some
 * snapshots: most processes of a node sleep, and reading the memory share is the most expensive part. Mutable, for one
 * thread.
 */
final class ProcessFiles {
    private static final int REFRESHED_EVERY = 10;
    private static final byte[] UID = key("Uid:");
    private static final byte[] VM_PEAK = key("VmPeak:");
    private static final byte[] VM_SIZE = key("VmSize:");
    private static final byte[] VM_HWM = key("VmHWM:");
    private static final byte[] VM_RSS = key("VmRSS:");
    private static final byte[] PSS = key("Pss:");

    private final String proc;
    private final MemoryMeasure measure;
    private final Text text = new Text();
    private Map<Integer, Known> known = new HashMap<>();
    private Map<Integer, Known> seen = new HashMap<>();
    private int round;

    /** Last data of a process. */
    private record Known(StatLine stat, long user, Memory memory, boolean hasShare) {}

    ProcessFiles(Path proc, MemoryMeasure measure) {
        this.proc = proc + "/";
        this.measure = measure;
    }

    /** Reads a process; null if it is gone. Processes of the kernel have no user and no memory. */
    @Nullable
    NodeProcess read(int pid) throws IOException {
        String directory = proc + pid;
        if (text.read(directory + "/stat") != Text.Reading.DONE || text.length() == 0) {
            return null;
        }
        StatLine stat = StatLine.of(text);
        if (stat.session() == 0) {
            return process(pid, stat, 0, Memory.NONE);
        }
        Known before = known.get(pid);
        boolean isFresh = before != null && stat.isIdleSince(before.stat()) && (pid + round) % REFRESHED_EVERY != 0;
        Known now = isFresh ? before : readOn(directory, stat);
        if (now == null) {
            return null;
        }
        seen.put(pid, now);
        return process(pid, stat, now.user(), now.memory());
    }

    private @Nullable Known readOn(String directory, StatLine stat) {
        if (text.read(directory + "/status") != Text.Reading.DONE || text.length() == 0) {
            return null;
        }
        long user = text.number(UID);
        long resident = text.number(VM_RSS);
        long peak = text.number(VM_HWM);
        long virtual = text.number(VM_SIZE);
        long virtualPeak = text.number(VM_PEAK);
        boolean isDead = virtual == 0;
        if (measure == MemoryMeasure.RSS || isDead) {
            return new Known(stat, user, new Memory(resident, virtual, resident, peak, virtualPeak), isDead);
        }
        boolean hasShare = text.read(directory + "/smaps_rollup") == Text.Reading.DONE && text.length() > 0;
        long real = hasShare ? text.number(PSS) : resident;
        return new Known(stat, user, new Memory(real, virtual, resident, peak, virtualPeak), hasShare);
    }

    private static NodeProcess process(int pid, StatLine stat, long user, Memory memory) {
        return new NodeProcess(
                pid, stat.startTicks(), stat.parent(), stat.session(), user, stat.self(), stat.waited(), memory);
    }

    /** Returns a number of the program that a process of this round executes; 0 for processes of the kernel. */
    int program(int pid) {
        Known now = seen.get(pid);
        return now == null ? 0 : now.stat().program();
    }

    /** Starts a round; call it before all processes are read once. */
    void begin() {
        known = seen;
        seen = new HashMap<>(2 * known.size());
        round++;
    }

    /** Returns the data to which access was denied in this round. */
    Optional<String> hidden() {
        long without =
                seen.values().stream().filter(process -> !process.hasShare()).count();
        return measure == MemoryMeasure.RSS || without == 0
                ? Optional.empty()
                : Optional.of(
                        "PSS is unreadable for " + without + " of " + seen.size() + " processes; RSS is used instead");
    }

    private static byte[] key(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}
