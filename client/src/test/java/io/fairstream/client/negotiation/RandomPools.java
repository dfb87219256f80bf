package io.fairstream.client.negotiation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Random submitters, groups and slots. */
final class RandomPools {
    private RandomPools() {}

    static List<Submitter> submitters(Random random, int count) {
        List<Submitter> submitters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            submitters.add(submitter(random, "u" + i));
        }
        return submitters;
    }

    private static Submitter submitter(Random random, String name) {
        double priority = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0.5 * Math.pow(10, random.nextInt(12) * 0.9);
        Submitter submitter = Submitter.of(name, priority, random.nextInt(5) == 0 ? 0 : random.nextInt(100))
                .withWeightInUse(random.nextBoolean() ? 0 : random.nextInt(40))
                .withSkipped(random.nextInt(12) == 0);
        submitter = random.nextInt(4) == 0 ? submitter.withCeiling((double) random.nextInt(60)) : submitter;
        return random.nextInt(4) == 0 ? submitter.withFloor(random.nextInt(40)) : submitter;
    }

    static List<Group> groups(Random random, int largestQuota) {
        List<Group> groups = new ArrayList<>();
        for (String name : List.of("p", "q", "p.x", "p.y", "p.x.deep")) {
            Quota quota = random.nextBoolean()
                    ? new Quota.Static(random.nextInt(largestQuota + 1))
                    : new Quota.Dynamic(random.nextInt(11) / 10.0);
            groups.add(Group.of(name, quota).withSurplus(random.nextBoolean()).withAutoregroup(random.nextInt(6) == 0));
        }
        return groups;
    }

    static List<Submitter> intoGroups(Random random, List<Submitter> submitters, List<Group> groups) {
        List<String> names = Stream.concat(
                        Stream.of(Group.ROOT), groups.stream().map(Group::name))
                .toList();
        return submitters.stream()
                .map(submitter -> submitter.withGroup(names.get(random.nextInt(names.size()))))
                .toList();
    }

    /** Some held by submitters, some by others, some preferring somebody. */
    static List<Slot> slots(Random random, int count, int submitters) {
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Slot slot = Slot.free("s" + i, 1 << random.nextInt(4));
            if (random.nextInt(3) == 0) {
                Duration run = Duration.ofMinutes(random.nextInt(120));
                slot = slot.heldBy("u" + random.nextInt(submitters + 2), SlotScene.NOW.minus(run));
            }
            slots.add(random.nextInt(8) > 0 ? slot : slot.withRanks(Map.of("u" + random.nextInt(submitters), 1.0)));
        }
        return slots;
    }
}
