package io.fairstream.agent.proc;

import io.fairstream.agent.node.Memory;
import io.fairstream.agent.node.NodeProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads one process. Mutable, for one thread. */
final class ProcessFiles {
    private static final byte[] UID = key("Uid:");
    private static final byte[] VM_PEAK = key("VmPeak:");
    private static final byte[] VM_SIZE = key("VmSize:");
    private static final byte[] VM_HWM = key("VmHWM:");
    private static final byte[] VM_RSS = key("VmRSS:");
    private static final byte[] PSS = key("Pss:");

    private final String proc;
    private final MemoryMeasure measure;
    private final Text text = new Text();
    private int measured;
    private int withoutShare;

    ProcessFiles(Path proc, MemoryMeasure measure) {
        this.proc = proc + "/";
        this.measure = measure;
    }

    /** Null if it is gone. The kernel's own have no user and no memory. */
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
        if (text.read(directory + "/status") != Text.Reading.DONE || text.length() == 0) {
            return null;
        }
        long user = text.number(UID);
        long resident = text.number(VM_RSS);
        long peak = text.number(VM_HWM);
        long virtual = text.number(VM_SIZE);
        long virtualPeak = text.number(VM_PEAK);
        long real = virtual == 0 ? resident : share(directory, resident);
        return process(pid, stat, user, new Memory(real, virtual, resident, peak, virtualPeak));
    }

    private static NodeProcess process(int pid, StatLine stat, long user, Memory memory) {
        return new NodeProcess(
                pid, stat.startTicks(), stat.parent(), stat.session(), user, stat.self(), stat.waited(), memory);
    }

    private long share(String directory, long resident) {
        if (measure == MemoryMeasure.RSS) {
            return resident;
        }
        measured++;
        if (text.read(directory + "/smaps_rollup") == Text.Reading.DONE && text.length() > 0) {
            return text.number(PSS);
        }
        withoutShare++;
        return resident;
    }

    /** Of how many processes the share was asked for since the last call, and of how many of them it was not told. */
    int[] shares() {
        int[] shares = {measured, withoutShare};
        measured = 0;
        withoutShare = 0;
        return shares;
    }

    private static byte[] key(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}
