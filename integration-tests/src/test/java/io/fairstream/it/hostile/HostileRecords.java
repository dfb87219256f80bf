package io.fairstream.it.hostile;

import io.fairstream.it.hostile.Samples.Sample;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Sends to a topic each kind of record that has stopped the topology, or might. */
final class HostileRecords {
    /** One byte less than brokers take by default. */
    private static final int LARGEST = 1_048_000;

    private static final int LARGEST_UNPACKED = 5 << 20;
    private static final long[] TIMES = {-1, 0, 253_402_300_799_999L, Long.MAX_VALUE / 2};
    private static final int EXTREMES = 150;

    private final Sample sample;
    private final HostileSender sender;
    private final SchemaRegistry registry;
    private final byte[] key;
    private final byte[] good;

    HostileRecords(Sample sample, HostileSender sender, SchemaRegistry registry) {
        this.sample = sample;
        this.sender = sender;
        this.registry = registry;
        this.key = Mutations.utf8(sample.key("mallory"));
        this.good = bytes(sample.record("mallory"));
    }

    private byte[] bytes(SpecificRecord record) {
        return sample.bytes(record, registry);
    }

    void send(Random random) {
        times();
        sizes();
        ids(random);
        bytes(random);
        keys();
        headers();
        OddSchemas.values(sample.record("mallory").getSchema(), registry).forEach(this::send);
        for (int i = 0; i < EXTREMES; i++) {
            SpecificRecord extreme = Mutations.extreme(sample.record("mallory"), random);
            sender.send(sample.topic(), sample.keyOf(extreme), bytes(extreme));
        }
    }

    private void send(byte[] value) {
        sender.send(sample.topic(), key, value);
    }

    private void times() {
        for (long time : TIMES) {
            sender.send(sample.topic(), null, time, key, good, List.of());
            sender.send(sample.topic(), null, time, key, Mutations.utf8("no avro"), List.of());
            sender.send(sample.topic(), null, time, key, null, List.of());
            sender.send(sample.topic(), 0, time, null, null, List.of());
        }
    }

    private void sizes() {
        byte[] large = new byte[LARGEST];
        Arrays.fill(large, (byte) 'x');
        byte[] unpacked = Arrays.copyOf(good, LARGEST_UNPACKED);
        send(large);
        send(Arrays.copyOf(good, LARGEST));
        send(unpacked);
        for (byte[] longKey : List.of(large, unpacked)) {
            sender.send(sample.topic(), longKey, good);
            sender.send(sample.topic(), longKey, null);
            sender.send(sample.topic(), longKey, large);
        }
        for (int length : List.of(10_000, 200_000, 260_000, 300_000)) {
            sender.send(sample.topic(), Arrays.copyOf(large, length), good);
            sender.send(sample.topic(), Arrays.copyOf(large, length), null);
        }
    }

    private void ids(Random random) {
        List<Integer> ids = new ArrayList<>(OddRegistry.oddIds());
        ids.addAll(List.of(-1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE, 1_234_567_890));
        for (int i = 0; i < 20; i++) {
            ids.add(random.nextInt());
        }
        for (int id : ids) {
            send(Mutations.underId(id, good));
            send(Mutations.underId(id, good));
        }
        for (Sample other : Samples.ALL) {
            send(other.bytes(other.record("mallory"), registry));
        }
    }

    private void bytes(Random random) {
        for (int length = 0; length < 40; length++) {
            send(Mutations.random(length, random));
            send(Mutations.truncated(good, random));
            send(Mutations.flipped(good, random));
            send(Arrays.copyOf(good, good.length + length));
        }
        send("bj\u00f8rn".getBytes(StandardCharsets.ISO_8859_1));
    }

    private void keys() {
        byte[] latin = "bj\u00f8rn".getBytes(StandardCharsets.ISO_8859_1);
        for (byte[] wrong :
                List.of(latin, new byte[0], new byte[] {0}, Mutations.utf8("/"), Mutations.utf8("a/b/c/d"))) {
            sender.send(sample.topic(), wrong, good);
            sender.send(sample.topic(), wrong, null);
        }
        for (int partition = 0; partition < 2; partition++) {
            sender.send(sample.topic(), partition, System.currentTimeMillis(), key, good, List.of());
            sender.send(sample.topic(), partition, System.currentTimeMillis(), key, null, List.of());
            sender.send(sample.topic(), partition, System.currentTimeMillis(), null, good, List.of());
            sender.send(sample.topic(), partition, System.currentTimeMillis(), null, null, List.of());
        }
    }

    private void headers() {
        List<Header> many = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            many.add(new RecordHeader("header" + i, new byte[100]));
        }
        List<Header> ours = new ArrayList<>();
        for (String name : List.of(
                "fairstream.origin",
                "fairstream.no-key",
                "__streams.errors.topic",
                "__streams.errors.partition",
                "__streams.errors.offset")) {
            ours.add(new RecordHeader(name, Mutations.utf8("what/ever")));
        }
        Header huge = new RecordHeader("huge", new byte[1_000_000]);
        Header none = new RecordHeader("none", (byte[]) null);
        for (List<Header> headers : List.of(many, ours, List.of(huge), List.of(none))) {
            long now = System.currentTimeMillis();
            sender.send(sample.topic(), null, now, key, good, headers);
            sender.send(sample.topic(), null, now, key, Mutations.utf8("no avro"), headers);
            sender.send(sample.topic(), null, now, key, null, headers);
        }
    }
}
