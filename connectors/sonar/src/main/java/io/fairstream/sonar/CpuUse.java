package io.fairstream.sonar;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * CPU usage of each owner's processes between two samples.
 *
 * <p>A process counts its own time and that of its children that ended and were waited for. Therefore time of a child
 * in the earlier sample appears again in its parent or, if that ended too, in the nearest living ancestor, and is
 * subtracted there. Time that the child used after the earlier sample counts for that ancestor.
 *
 * <p>A new process counts with all its time, unless that exceeds the capacity of its threads in the interval: then it
 * is older than its first sample, and counts from there on.
 */
final class CpuUse {
    private final Sample before;
    private final Sample after;
    private final long seconds;
    private final Map<Owner, Long> used = new TreeMap<>();

    private CpuUse(Sample before, Sample after) {
        this.before = before;
        this.after = after;
        this.seconds = after.time().getEpochSecond() - before.time().getEpochSecond();
    }

    /** Returns CPU seconds by owner, 0 or more, for owners in either sample. */
    static Map<Owner, Long> between(Sample before, Sample after) {
        CpuUse use = new CpuUse(before, after);
        before.processes().keySet().forEach(owner -> use.used.put(owner, 0L));
        after.processes().forEach(use::addLiving);
        use.takeOffWhatAncestorsRepeat();
        use.used.replaceAll((owner, sum) -> Math.max(0, sum));
        return use.used;
    }

    private void addLiving(Owner owner, Map<String, ProcessSample> living) {
        Map<String, ProcessSample> known = before.of(owner);
        long sum = 0;
        for (Map.Entry<String, ProcessSample> each : living.entrySet()) {
            sum += used(known.get(each.getKey()), each.getValue());
        }
        used.put(owner, sum);
    }

    private long used(@Nullable ProcessSample earlier, ProcessSample now) {
        if (earlier != null && now.cpuSeconds() >= earlier.cpuSeconds()) {
            return now.cpuSeconds() - earlier.cpuSeconds();
        }
        if (earlier != null && now.rolledUp()) {
            return 0;
        }
        long possible = Math.multiplyExact(now.threads(), seconds) + 1;
        return now.cpuSeconds() <= possible ? now.cpuSeconds() : 0;
    }

    private void takeOffWhatAncestorsRepeat() {
        Map<Long, Owner> living = new HashMap<>();
        after.processes()
                .forEach((owner, processes) -> processes.values().forEach(each -> living.put(each.pid(), owner)));
        Map<Long, ProcessSample> earlier = new HashMap<>();
        before.processes()
                .values()
                .forEach(each -> each.values().forEach(process -> earlier.put(process.pid(), process)));
        for (Map<String, ProcessSample> ofOwner : before.processes().values()) {
            for (ProcessSample process : ofOwner.values()) {
                if (process.pid() > 0 && !process.rolledUp() && !living.containsKey(process.pid())) {
                    Owner heir = heir(process, living, earlier);
                    if (heir != null) {
                        used.merge(heir, -process.cpuSeconds(), Long::sum);
                    }
                }
            }
        }
    }

    /** Returns the owner of the nearest living ancestor; null if there is none. */
    private static @Nullable Owner heir(
            ProcessSample ended, Map<Long, Owner> living, Map<Long, ProcessSample> earlier) {
        Set<Long> passed = new HashSet<>();
        long parent = ended.parent();
        while (parent > 0 && passed.add(parent)) {
            ProcessSample known = earlier.get(parent);
            if (known == null) {
                return null;
            }
            Owner owner = living.get(parent);
            if (owner != null) {
                return owner;
            }
            parent = known.parent();
        }
        return null;
    }
}
