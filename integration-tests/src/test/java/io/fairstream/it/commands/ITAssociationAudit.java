package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Synthetic jobs of users in banks, through the topology: the books balance, and reports and explanations say the same, although nobody
 * repeats the topology's settings to them.
 */
class ITAssociationAudit {
    private static final Instant BEGIN = Instant.parse("2026-03-02T00:00:00Z");
    private static final Instant END = Instant.parse("2026-03-03T00:00:00Z");
    private static final List<String> BANKS = List.of("root/physics", "root/physics/theory", "root/biology", "");
    private static final int JOBS = 60;
    private static final int HORIZON = 40_000;

    @TempDir
    private Path directory;

    @Test
    void aRandomHistoryOfJobsBalancesAndEveryReportSaysTheSame() throws Exception {
        long seed = System.nanoTime();
        Map<String, String> settings = Map.of(
                "application.id",
                "pool",
                "usage.halflife",
                "PT1H",
                "usage.reset.period",
                "PT4H",
                "usage.weights",
                "node=1,gpu=3.5");
        try (LocalFairstream fairstream = LocalFairstream.start(settings)) {
            fairstream.produce(
                    "job-events",
                    directory.resolve("jobs"),
                    history(new Random(seed)).toArray(String[]::new));
            Console balanced = fairstream.run("audit");
            assertEquals(0, balanced.exitCode(), "seed " + seed + ": " + String.join("\n", balanced.out()));
            for (String check : List.of(
                    "association-usage = charges",
                    "bank = sum of what is below it",
                    "held now = jobs that hold something",
                    "daily = charges, total = all days before")) {
                assertTrue(
                        balanced.out().stream().anyMatch(line -> line.startsWith("ok     " + check + " ")),
                        balanced::toString);
            }
            reportsAreTheRows(fairstream, seed);
            explanationsAreTheRows(fairstream, seed);
            otherWeightsAndAForgedRowAreNoticed(fairstream);
        }
    }

    /** Returns the events of jobs that change their size, are suspended, requeued, reported late and twice; some never end. */
    private static List<String> history(Random random) {
        List<String> lines = new ArrayList<>();
        for (int job = 1; job <= JOBS; job++) {
            long at = random.nextInt(HORIZON);
            String who = String.format(
                    "\"user\":\"user%d\",\"userId\":%d,\"groups\":[\"users\"],\"bank\":\"%s\",\"processors\":%d",
                    job % 5, job % 5, BANKS.get(random.nextInt(BANKS.size())), 1 + random.nextInt(64));
            lines.add(event(job, at, "PENDING", who));
            for (int step = random.nextInt(5); step >= 0; step--) {
                at += random.nextInt(4000);
                String state = List.of("RUNNING", "RUNNING", "SUSPENDED", "STAGE_OUT", "PENDING")
                        .get(random.nextInt(5));
                String held = random.nextInt(3) == 0
                        ? ""
                        : String.format(",\"nodes\":%d,\"gpus\":%d", random.nextInt(9), random.nextInt(3));
                lines.add(event(job, at, state, "\"processors\":" + (1 + random.nextInt(64)) + held));
            }
            if (random.nextInt(4) != 0) {
                lines.add(event(job, at + random.nextInt(4000), "COMPLETE", "\"outcome\":\"COMPLETED\""));
            }
        }
        Collections.shuffle(lines, random);
        lines.addAll(lines.subList(0, lines.size() / 3));
        return lines;
    }

    private static String event(int job, long seconds, String state, String more) {
        return String.format(
                "{\"cluster\":\"tux\",\"jobId\":%d,\"at\":\"%s\",\"state\":\"%s\",%s}",
                job, BEGIN.plusSeconds(seconds), state, more);
    }

    private static void reportsAreTheRows(LocalFairstream fairstream, long seed) {
        double raw = rows(fairstream).stream()
                .filter(ITAssociationAudit::isUser)
                .mapToDouble(AssociationUsage::getRawUsage)
                .sum();
        for (String by : List.of("user", "bank", "association")) {
            double reported = sum(report(fairstream, BEGIN, END, "--by", by));
            assertEquals(raw, reported, 1e-6, "seed " + seed + " by " + by);
        }
        Instant middle = BEGIN.plusSeconds(HORIZON / 2);
        double half = sum(report(fairstream, BEGIN, middle, "--size", "1,4"));
        double rest = sum(report(fairstream, middle, END, "--user", "user0,user1,user2,user3,user4"));
        assertEquals(raw, half + rest, 1e-6, "periods side by side, seed " + seed);
    }

    private static Console report(LocalFairstream fairstream, Instant from, Instant to, String... more) {
        List<String> arguments = new ArrayList<>(List.of("report", "usage", "--json"));
        arguments.addAll(List.of("--start", from.toString(), "--end", to.toString()));
        arguments.addAll(List.of(more));
        return fairstream.run(arguments.toArray(String[]::new));
    }

    private static boolean isUser(AssociationUsage row) {
        return row.getKind() == ShareKind.USER;
    }

    private static double sum(Console console) {
        return Json.lines(console).stream()
                .mapToDouble(row -> row.get("nodeSeconds").asDouble())
                .sum();
    }

    private static List<AssociationUsage> rows(LocalFairstream fairstream) {
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            return reader.latest(Topics.ASSOCIATION_USAGE);
        }
    }

    private static void explanationsAreTheRows(LocalFairstream fairstream, long seed) {
        int explained = 0;
        for (AssociationUsage row : rows(fairstream)) {
            String path = row.getPath();
            Console console =
                    fairstream.run("explain", path, "--at", row.getAsOf().toString(), "--json");
            if (!isUser(row)) {
                assertEquals(1, console.exitCode(), path);
                assertTrue(!path.contains("/") || console.err().get(0).contains("is a bank"), console.toString());
                continue;
            }
            List<JsonNode> parts = Json.lines(console);
            String what = path + " seed " + seed;
            assertEquals(row.getPeriodUsage(), sum(parts, "period", "periodUsage"), 1e-6, what);
            assertEquals(row.getPeriodUsage(), sum(parts, "run", "periodUsage"), 1e-6, what);
            assertEquals(row.getRawUsage(), sum(parts, "run", "nodeSeconds"), 1e-6, what);
            assertEquals(row.getSmoothUsage(), sum(parts, "run", "smoothUsage"), 1e-5, what);
            assertEquals(row.getWeightInUse(), sum(parts, "run", "weight"), 1e-9, what);
            explained++;
        }
        assertTrue(explained > 5, "seed " + seed);
    }

    private static double sum(List<JsonNode> parts, String part, String field) {
        return parts.stream()
                .filter(line -> line.get("part").asText().equals(part))
                .mapToDouble(line -> line.get(field).asDouble())
                .sum();
    }

    private static void otherWeightsAndAForgedRowAreNoticed(LocalFairstream fairstream) {
        List<String> wrong = wrong(fairstream.run("audit", "--json", "--set", "usage.weights=node=1"));
        assertEquals(3, wrong.size(), wrong.toString());
        assertTrue(wrong.get(0).contains("association-usage = charges"), wrong.toString());
        assertTrue(wrong.get(1).contains("association-usage: every field"), wrong.toString());
        assertTrue(wrong.get(2).contains("fair-share: every field"), wrong.toString());
        AssociationUsage right = rows(fairstream).stream()
                .filter(ITAssociationAudit::isUser)
                .findFirst()
                .orElseThrow();
        AssociationUsage forged = AssociationUsage.newBuilder(right)
                .setRawUsage(right.getRawUsage() * (1 + 1e-6) + 0.00001)
                .build();
        try (RecordSender<AssociationUsage> sender =
                ValueFormat.sender(fairstream.settings(), Topics.ASSOCIATION_USAGE)) {
            sender.send(forged.getPath(), forged);
            sender.flush();
        }
        List<String> holed = wrong(fairstream.run("audit", "--json"));
        assertEquals(3, holed.size(), holed.toString());
        assertTrue(holed.get(0).contains(forged.getPath()) && holed.get(0).contains("rawUsage"), holed.toString());
        assertTrue(holed.get(1).contains("bank = sum of what is below it"), holed.toString());
        assertTrue(holed.get(2).contains("association-usage: every field"), holed.toString());
    }

    private static List<String> wrong(Console console) {
        assertEquals(1, console.exitCode(), console.toString());
        return console.out().stream()
                .filter(line -> line.contains("\"holds\":false"))
                .toList();
    }
}
