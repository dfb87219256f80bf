package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Cause;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.EndedBy;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.WrittenCharges;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITAuditCommand {
    private static final Instant BEGIN = Instant.parse("2024-03-01T00:00:00Z");
    private static final int EVENTS = 400;
    private static final List<String> CUSTOMERS =
            List.of("user0", "user1", "user2", "user3", "user4", "user5", "lab.ann@pool", "lab.night.bo@pool");

    @TempDir
    private Path directory;

    @Test
    void aRandomHistoryBalancesAndAHoleIsNoticed() throws Exception {
        long seed = System.nanoTime();
        try (LocalFairstream fairstream = LocalFairstream.start(Map.of("groups", "lab, lab.night"))) {
            fairstream.produce("account-edits", directory.resolve("edits"), edits());
            fairstream.produce(
                    "matches",
                    directory.resolve("matches"),
                    history(new Random(seed)).toArray(String[]::new));
            sendGarbage(fairstream);
            fairstream.awaitCaughtUp();
            Console balanced = fairstream.run("audit");
            assertEquals(0, balanced.exitCode(), "seed " + seed + ": " + String.join("\n", balanced.out()));
            assertTrue(balanced.out().get(4).endsWith("+ 3 dead letters"), balanced.toString());
            assertTrue(
                    balanced.out().stream()
                            .anyMatch(line -> line.contains("charges of groups") && line.contains("3 groups")),
                    balanced.toString());
            chargeAFormerGroup(fairstream);
            makeHole(fairstream);
            Console holed = fairstream.run("audit", "--json");
            assertEquals(1, holed.exitCode());
            List<String> wrong = holed.out().stream()
                    .filter(line -> line.contains("\"holds\":false"))
                    .toList();
            assertEquals(2, wrong.size(), holed.toString());
            assertTrue(wrong.get(0).contains("finished and open matches"), wrong.get(0));
            assertTrue(wrong.get(0).contains("accumulatedUsage"), wrong.get(0));
            assertTrue(wrong.get(1).contains("an unexplained row"), wrong.get(1));
            aForgedRowOfAnIdleCustomerIsNoticed(fairstream);
        }
    }

    @Test
    void customersWhoseAccountsWereForgottenAreNotMissed() throws Exception {
        Map<String, String> forgetful = Map.of(
                "partitions",
                "1",
                "event.max.lateness",
                "P1D",
                "customers.retention",
                "P1D",
                "priority.halflife",
                "PT1H");
        try (LocalFairstream fairstream = LocalFairstream.start(forgetful)) {
            for (String user : List.of("gone", "back", "edited", "back and gone")) {
                use(fairstream, user, 0);
            }
            fairstream.produce(
                    "account-edits",
                    directory.resolve("edits"),
                    Lines.edit("edited", at(3600), "{\"SetAccumulatedUsage\":{\"weightedAccumulatedUsage\":5}}"));
            for (int day = 1; day < 8; day++) {
                use(fairstream, "always", day);
            }
            use(fairstream, "back", 8);
            use(fairstream, "edited", 8);
            use(fairstream, "back and gone", 8);
            for (int day = 9; day < 16; day++) {
                use(fairstream, "always", day);
            }
            use(fairstream, "back", 15);
            assertEquals(
                    List.of("always", "back"),
                    fairstream.run("table", "priorities", "--csv").out().stream()
                            .skip(1)
                            .map(line -> line.substring(0, line.indexOf(',')))
                            .filter(List.of("always", "back", "gone")::contains)
                            .sorted()
                            .toList());
            Console balanced = fairstream.run("audit");
            assertEquals(0, balanced.exitCode(), balanced.toString());
            Priority row;
            try (TopicReader reader = new TopicReader(fairstream.settings())) {
                row = reader.latest(Topics.PRIORITIES, "back").orElseThrow();
            }
            assertEquals(3600.0, row.getAccumulatedUsage(), "it was forgotten twice");
            try (RecordSender<Priority> sender = ValueFormat.sender(fairstream.settings(), Topics.PRIORITIES)) {
                sender.send(
                        "back",
                        Priority.newBuilder(row).setAccumulatedUsage(3601).build());
                sender.flush();
            }
            assertEquals(1, fairstream.run("audit").exitCode(), "a forged row is still noticed");
        }
    }

    /** An hour of a slot, some days after the begin. */
    private void use(LocalFairstream fairstream, String user, int day) throws Exception {
        fairstream.produce(
                "matches",
                directory.resolve("matches"),
                Lines.matched("slot of " + user, at(86_400L * day), user, 1),
                Lines.unmatched("slot of " + user, at(86_400L * day + 3600)));
    }

    private static void aForgedRowOfAnIdleCustomerIsNoticed(LocalFairstream fairstream) {
        Priority row;
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            row = reader.latest(Topics.PRIORITIES, "user0").orElseThrow();
        }
        Priority forged = Priority.newBuilder(row)
                .setRealPriority(row.getRealPriority() * 3)
                .setEffectivePriority(row.getEffectivePriority() * 3)
                .setPriorityFactor(row.getPriorityFactor() * 3 + 1)
                .build();
        try (RecordSender<Priority> sender = ValueFormat.sender(fairstream.settings(), Topics.PRIORITIES)) {
            sender.send("user0", forged);
            sender.flush();
        }
        Console noticed = fairstream.run("audit", "--json");
        assertEquals(1, noticed.exitCode());
        assertTrue(
                noticed.out().stream()
                        .anyMatch(line -> line.contains("\"holds\":false,\"check\":\"priorities: every field\"")
                                && line.contains("priorities \\\"user0\\\"")
                                && line.contains("realPriority: ")
                                && line.contains("effectivePriority: ")
                                && line.contains("priorityFactor: ")),
                noticed.toString());
    }

    private static String[] edits() {
        return new String[] {
            Lines.edit("user1", at(100_000), "{\"ResetUsage\":{}}"),
            Lines.edit("user2", at(150_000), "{\"Delete\":{}}"),
            Lines.edit("user3", at(120_000), "{\"SetAccumulatedUsage\":{\"weightedAccumulatedUsage\":12345.5}}"),
            Lines.edit("user3", at(130_000), "{\"SetFactor\":{\"factor\":0.5}}"),
            Lines.edit("user4", at(50_000), "{\"SetPriority\":{\"priority\":20}}")
        };
    }

    /** With duplicates, late events, events without effect and refused ones. */
    private static List<String> history(Random random) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            String slot = "slot" + random.nextInt(12);
            String at = at(500L * i + random.nextInt(20_000));
            String user = CUSTOMERS.get(random.nextInt(CUSTOMERS.size()));
            double weight = random.nextInt(20) == 0 ? -1 : random.nextInt(9) * 0.7;
            lines.add(random.nextInt(3) == 0 ? Lines.unmatched(slot, at) : Lines.matched(slot, at, user, weight));
        }
        List<String> again = new ArrayList<>(lines.subList(0, EVENTS / 2));
        Collections.shuffle(again, random);
        lines.addAll(again);
        lines.add(Lines.matched("slot of the group itself", at(500L * EVENTS), "lab", 2));
        return lines;
    }

    private static String at(long seconds) {
        return BEGIN.plusSeconds(seconds).toString();
    }

    private static void sendGarbage(LocalFairstream fairstream) {
        try (RecordSender<byte[]> sender =
                ValueFormat.sender(fairstream.settings(), Topics.MATCHES, new ByteArraySerializer())) {
            for (String text : List.of("", "garbage", "\0\0\0\0\7more")) {
                sender.send("slot1", text.getBytes(StandardCharsets.UTF_8));
            }
            sender.flush();
        }
    }

    /** As when a group is configured no more: a row with the usage of its members, who are charged elsewhere by now. */
    private static void chargeAFormerGroup(LocalFairstream fairstream) throws InterruptedException {
        for (int sign : new int[] {1, -1}) {
            Instant later = BEGIN.plusSeconds(sign > 0 ? 0 : 100);
            WrittenCharges.send(
                    fairstream.settings().producer(),
                    fairstream.settings().registry(),
                    fairstream.settings().topicPrefix(),
                    List.of(groupCharge("former", later, sign), groupCharge("momentary", BEGIN, sign)));
        }
        fairstream.awaitCaughtUp();
        Console balanced = fairstream.run("audit");
        assertEquals(0, balanced.exitCode(), balanced.toString());
        assertTrue(fairstream
                .run("table", "priorities", "--json", "--key", "former")
                .out()
                .get(0)
                .contains("\"accumulatedUsage\":100.0"));
    }

    private static Charge groupCharge(String group, Instant at, int resources) {
        return new Charge(
                ChargeKind.CUSTOMER,
                group,
                LedgerKind.MATCH,
                "",
                new Cause("charges", 0, -1L),
                Dimensions.newBuilder().build(),
                false,
                new RateChange(at, resources, (double) resources, at));
    }

    /** Withdraws the record of a match that counts, as if it had never been. */
    private static void makeHole(LocalFairstream fairstream) {
        String key = "hole";
        MatchRecord forged =
                new MatchRecord(key, "", "user0", 1.0, BEGIN, BEGIN.plusSeconds(1), "", EndedBy.UNMATCHED, 1);
        try (RecordSender<MatchRecord> sender = ValueFormat.sender(fairstream.settings(), Topics.MATCH_RECORDS)) {
            sender.send(key, forged);
            sender.flush();
        }
    }
}
