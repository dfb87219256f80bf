package io.fairstream.sonar;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node at one time.
 *
 * @param boot when the node booted
 * @param processorSeconds of each processor, how long it worked since then
 * @param watts that its GPUs draw
 * @param processes by owner and {@link ProcessSample#key}
 */
record Sample(
        String cluster,
        String node,
        Instant time,
        Instant boot,
        List<Long> processorSeconds,
        long watts,
        Map<Owner, Map<String, ProcessSample>> processes) {
    /** The kernel derives the time of boot from the clock, so it moves with the clock. */
    private static final Duration SAME_BOOT = Duration.ofMinutes(1);
    /** In more time than this, process numbers may be used again and memory is anybody's guess. */
    private static final Duration LONGEST_SILENCE = Duration.ofHours(1);

    static Sample of(Fields attributes) throws MalformedException {
        Fields system = attributes.object("system");
        return new Sample(
                attributes.requiredText("cluster"),
                attributes.requiredText("node"),
                attributes.requiredTime("time"),
                system.requiredTime("boot"),
                system.wholes("cpus"),
                watts(system),
                processes(attributes));
    }

    /** Sonar tells the power of GPUs only. */
    private static long watts(Fields system) throws MalformedException {
        long watts = 0;
        for (JsonNode gpu : system.json().path("gpus")) {
            watts += new Fields(gpu).whole("power");
        }
        return watts;
    }

    private static Map<Owner, Map<String, ProcessSample>> processes(Fields attributes) throws MalformedException {
        Map<Owner, Map<String, ProcessSample>> all = new TreeMap<>();
        for (JsonNode entry : attributes.json().path("jobs")) {
            Fields job = new Fields(entry);
            Owner owner = new Owner(job.whole("job"), job.whole("epoch"), job.requiredText("user"));
            Map<String, ProcessSample> ofOwner = all.computeIfAbsent(owner, none -> new LinkedHashMap<>());
            for (JsonNode each : entry.path("processes")) {
                ProcessSample process = ProcessSample.of(new Fields(each));
                ofOwner.put(process.key(), process);
            }
        }
        return all;
    }

    String key() {
        return cluster + "/" + node;
    }

    int processors() {
        return processorSeconds.size();
    }

    /** Whether the counters went on since an earlier sample of the node. */
    boolean goesOnFrom(Sample earlier) {
        return Duration.between(earlier.boot, boot).abs().compareTo(SAME_BOOT) <= 0
                && processors() == earlier.processors()
                && Duration.between(earlier.time, time).compareTo(LONGEST_SILENCE) <= 0;
    }

    Map<String, ProcessSample> of(Owner owner) {
        return processes.getOrDefault(owner, Map.of());
    }
}
