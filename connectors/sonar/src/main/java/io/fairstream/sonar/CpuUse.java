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
 * <p>A process counts what it used itself and all that its children had used when they ended and were waited for. So what a
 * child had used by the earlier sample appears once more, in its parent, or if that ended too, in the next ancestor that
 * lives: there it is taken off. What a child used since then is counted there.
 *
 * <p>A process that is new counts all its time, unless that is more than its threads can use in the interval: then it is
 * older than its first sample, and counts from there on.
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

    /** CPU seconds by owner, 0 or more; owners of either sample. */
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

    /** The owner of the next ancestor that lives; null when none was seen. */
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
