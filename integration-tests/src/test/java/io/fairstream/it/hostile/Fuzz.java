package io.fairstream.it.hostile;

import io.fairstream.it.hostile.Samples.Sample;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.util.List;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;

/** Records of all kinds without end, good ones and others, the same for the same seed. */
final class Fuzz {
    private static final int KINDS = 15;
    private static final int NAMES = 1_000_000;
    private static final int PARTITIONS = 2;

    private final HostileSender sender;
    private final SchemaRegistry registry;
    private final Random random;

    Fuzz(HostileSender sender, SchemaRegistry registry, long seed) {
        this.sender = sender;
        this.registry = registry;
        this.random = new Random(seed);
    }

    /** A good record of an input, of one of a million names. */
    void good() {
        Sample sample = sample();
        while (!sample.isInput()) {
            sample = sample();
        }
        SpecificRecord record = sample.record(name());
        sender.send(sample.topic(), sample.keyOf(record), sample.bytes(record, registry));
    }

    /** Any record of any topic. */
    void any() {
        Sample sample = sample();
        SpecificRecord record = sample.record(random.nextInt(4) == 0 ? "hot" : name());
        byte[] key = sample.keyOf(record);
        byte[] good = sample.bytes(record, registry);
        long now = System.currentTimeMillis();
        switch (random.nextInt(KINDS)) {
            case 0 -> sender.send(sample.topic(), key, Mutations.random(random.nextInt(200), random));
            case 1 -> sender.send(sample.topic(), key, Mutations.underId(random.nextInt(), good));
            case 2 -> sender.send(sample.topic(), key, Mutations.truncated(good, random));
            case 3, 4 -> sender.send(sample.topic(), key, Mutations.flipped(good, random));
            case 5, 6, 7 -> {
                SpecificRecord extreme = Mutations.extreme(Mutations.extreme(record, random), random);
                sender.send(sample.topic(), sample.keyOf(extreme), sample.bytes(extreme, registry));
            }
            case 8 -> sender.send(sample.topic(), key, null);
            case 9 -> sender.send(sample.topic(), Mutations.utf8("wrong"), good);
            case 10 -> sender.send(sample.topic(), random.nextInt(PARTITIONS), now, null, good, List.of());
            case 11 -> sender.send(sample.topic(), random.nextInt(PARTITIONS), now, key, good, List.of());
            case 12 -> sender.send(sample.topic(), null, time(now), key, good, List.of());
            case 13 -> {
                Sample other = sample();
                sender.send(sample.topic(), key, other.bytes(other.record("hot"), registry));
            }
            default -> odd(sample, key, good);
        }
    }

    private void odd(Sample sample, byte[] key, byte[] good) {
        switch (random.nextInt(40)) {
            case 0 -> sender.send(sample.topic(), key, new byte[random.nextInt(1_000_000)]);
            case 1 -> sender.send(sample.topic(), new byte[random.nextInt(1_000_000)], good);
            default -> sender.send(sample.topic(), Mutations.random(1 + random.nextInt(20), random), good);
        }
    }

    private long time(long now) {
        return switch (random.nextInt(4)) {
            case 0 -> -1;
            case 1 -> Math.abs(random.nextLong() / 2);
            case 2 -> random.nextInt(Integer.MAX_VALUE);
            default -> now;
        };
    }

    private Sample sample() {
        List<Sample> all = Samples.ALL;
        Sample sample = all.get(random.nextInt(all.size()));
        // matches are most of what there is
        return random.nextInt(3) == 0 ? ITHostileRecords.sample(Topics.MATCHES) : sample;
    }

    private String name() {
        return "n" + random.nextInt(NAMES);
    }
}
