package io.fairstream.simulation.history;

import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.BlockCause;
import io.fairstream.schemas.BlockCharge;
import io.fairstream.schemas.BlockDimensions;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Records that nobody should write, and anybody can. */
final class Hostility {
    private static final long DAY = 86_400_000;

    private Hostility() {}

    static void add(Records records, long span, int count) {
        Random random = records.random();
        List<Topic<?>> inputs = Topics.inputs().stream().toList();
        for (int i = 0; i < count; i++) {
            long at = Records.START + (long) (random.nextDouble() * (double) span);
            switch (random.nextInt(8)) {
                case 0 -> records.raw(records.one(inputs).name(), 0, bytes(random), bytes(random), at);
                case 1 -> records.raw(records.one(inputs).name(), 0, bytes(random), null, at);
                case 2 -> records.raw(records.one(inputs).name(), 0, null, magic(random), at);
                case 3 -> charge(records, at);
                case 4 -> elsewhere(records, at);
                case 5 -> nearly(records, at);
                case 6 -> shares(records, at);
                default -> match(records, i, at);
            }
        }
    }

    private static byte @Nullable [] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(30)];
        random.nextBytes(bytes);
        return random.nextInt(5) == 0 ? null : bytes;
    }

    /** Bytes that begin as a value should, with the id of a schema that exists or not. */
    private static byte[] magic(Random random) {
        byte[] bytes = new byte[5 + random.nextInt(40)];
        random.nextBytes(bytes);
        bytes[0] = 0;
        bytes[1] = 0;
        bytes[2] = 0;
        bytes[3] = 0;
        bytes[4] = (byte) random.nextInt(40);
        return bytes;
    }

    /** Charge of the journal that no ledger makes: one of its times is impossible, or is long after its record was sent. */
    private static void charge(Records records, long at) {
        Instant now = Instant.ofEpochMilli(at);
        Instant then = Instant.ofEpochMilli(at + 400 * DAY);
        Instant before = now.minusMillis(1);
        Instant never = Instant.parse("+10000-01-01T00:00:00Z");
        int kind = records.random().nextInt(9);
        BlockCharge charge = switch (kind) {
            case 0 -> new BlockCharge(ChargeKind.CUSTOMER, 2, 3, 0, 0, false, new RateChange(then, 1, 1.0, then));
            case 1 -> ofUser(usage(Instant.ofEpochMilli(-1), now));
            case 2 -> ofUser(usage(now, before));
            case 3 -> ofUser(new AllocationChange(never, 1, 0, Map.of(), null));
            case 4 -> ofBank(holding(now, before, never));
            case 5 -> ofBank(holding(now, before, before));
            case 6 -> ofBank(holding(now, now.plusMillis(1), now.plusMillis(2)));
            case 7 -> ofBank(holding(now, before, now));
            default -> ofBank(holding(now, Instant.ofEpochMilli(-1), now));
        };
        ChargeBlock block = new ChargeBlock(
                charge.getKind() == ChargeKind.CUSTOMER ? LedgerKind.MATCH : LedgerKind.JOB,
                List.of("", Topic.DEFAULT_PREFIX + Topics.MATCHES.name(), "alice", "slot0@node", "root/physics/alice"),
                List.of(new BlockCause(1, 0, 0L, kind == 7 ? Instant.ofEpochMilli(-1) : now)),
                List.of(new BlockDimensions(0, 3, 0, 0, null, 0, 0, 0, 0, 0, null, 0)),
                List.of(charge));
        records.raw(
                Topics.CHARGES.name(),
                0,
                "MATCH/0".getBytes(StandardCharsets.UTF_8),
                records.bytes(Topics.CHARGES, block),
                at);
    }

    /** Tombstone of a decision, with a slash behind its key. */
    private static void nearly(Records records, long at) {
        Topic<?> topic = records.one(List.of(Topics.ALLOCATIONS, Topics.PROJECTS, Topics.SHARES));
        String key = topic.equals(Topics.SHARES)
                ? "root/physics/alice/"
                : records.one(List.of("seti/", "rosetta/", "einstein/"));
        records.raw(topic.name(), 0, key.getBytes(StandardCharsets.UTF_8), null, at);
    }

    /** Decision that the root has the share of its parent, which it does not have. */
    private static void shares(Records records, long at) {
        ShareNode root = new ShareNode("root", ShareKind.BANK, 1.0, true, true);
        records.decision(Topics.SHARES, root.getPath(), root, at);
    }

    private static Usage usage(Instant from, Instant to) {
        return Usage.newBuilder()
                .setFrom(from)
                .setTo(to)
                .setCpuTimeUsedMicros(1000)
                .build();
    }

    private static BlockCharge ofUser(Object entry) {
        return new BlockCharge(ChargeKind.USER, 2, 3, 0, 0, false, entry);
    }

    private static BlockCharge ofBank(HoldingChange holding) {
        return new BlockCharge(ChargeKind.ASSOCIATION, 4, 3, 0, 0, false, holding);
    }

    /** One that has ended, of two processors. */
    private static HoldingChange holding(Instant at, Instant since, Instant endedAt) {
        return new HoldingChange(at, since, 0, 1, endedAt, 2, null, 0, 0L, Map.of(), "", "");
    }

    /** A slot's match that is fine but for its partition, which is the first one as that of a producer with another partitioner. */
    private static void elsewhere(Records records, long at) {
        String name = "slot" + records.random().nextInt(20) + "@node";
        MatchEvent event = new MatchEvent(name, "pool", Instant.ofEpochMilli(at | 1), new Matched("alice", 1.0, ""));
        records.raw(
                Topics.MATCHES.name(),
                0,
                name.getBytes(StandardCharsets.UTF_8),
                records.bytes(Topics.MATCHES, event),
                at);
    }

    private static void match(Records records, int number, long at) {
        Random random = records.random();
        String name = "nonsense" + number;
        double weight = records.one(List.of(-1.0, Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE, 1.0));
        long then = random.nextInt(3) == 0 ? at + 400L * 86_400_000 : random.nextInt(3) == 0 ? -1 : at;
        MatchEvent event = new MatchEvent(
                name, "", Instant.ofEpochMilli(then), new Matched(random.nextBoolean() ? "" : "bob", weight, ""));
        String key = random.nextInt(4) == 0 ? null : random.nextBoolean() ? name : name + "-key";
        records.raw(
                Topics.MATCHES.name(),
                0,
                key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                records.bytes(Topics.MATCHES, event),
                at);
    }
}
