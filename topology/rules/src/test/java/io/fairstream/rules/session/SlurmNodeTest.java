package io.fairstream.rules.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.session.SessionDelta.Segment;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Vector C1: an hour of one node; {@code vectors/README.md} says where the numbers come from. */
class SlurmNodeTest {
    private static final long MICROS = 1_000_000;

    private final JsonNode vector = read();
    private final JsonNode inputs = vector.get("inputs");
    private final JsonNode expected = vector.get("expected");

    private static JsonNode read() {
        try (InputStream file = SlurmNodeTest.class.getResourceAsStream("/vectors/slurm.json")) {
            for (JsonNode vector : new ObjectMapper().readTree(file).get("vectors")) {
                if (vector.get("id").asText().startsWith("C1-")) {
                    return vector;
                }
            }
            throw new IllegalStateException("no vector C1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anHourWithTheAgentDownForTenMinutesAddsUp() {
        SessionLedger ledger = new SessionLedger();
        List<Charge> charges = new ArrayList<>();
        for (Segment part : Snapshots.of(snapshots())) {
            charges.addAll(ledger.apply(part, Snapshots.CAUSE).charges());
        }
        NodeTime time = ledger.time();
        assertEquals(micros("capacity"), time.capacityMicros());
        assertEquals(micros("down"), time.downMicros());
        assertEquals(micros("idle"), time.idleMicros());
        assertEquals(micros("unattributed") + micros("steal"), time.systemMicros());
        assertEquals(
                micros("total"), time.sessionsMicros() + time.systemMicros() + time.idleMicros() + time.downMicros());
        Map<String, Amounts> sums = Snapshots.sums(charges);
        assertEquals(Amounts.of(Quantity.CPU_USED, micros("down")), sums.get("JOB tux/0/DOWN DOWN"));
        assertEquals(Amounts.of(Quantity.CPU_USED, micros("idle")), sums.get("USER IDLE IDLE"));
        for (JsonNode session : inputs.get("sessions")) {
            String user = user(session);
            long job = session.get("job").asLong();
            String account = job == 0 ? "tux/0/" + user : "tux/" + job;
            assertEquals(
                    Amounts.of(Quantity.CPU_USED, session.get("cpu_s").asLong() * MICROS),
                    sums.get("JOB " + account + " " + user));
        }
    }

    @Test
    void theGapIsDownOnlyOnceTheNextSnapshotIsThere() {
        SessionLedger ledger = new SessionLedger();
        List<Segment> parts = Snapshots.of(snapshots());
        parts.subList(0, parts.size() - 1).forEach(part -> ledger.apply(part, Snapshots.CAUSE));
        assertEquals(0, ledger.time().downMicros());
        assertEquals(
                Effect.APPLIED,
                ledger.apply(parts.get(parts.size() - 1), Snapshots.CAUSE).effect());
        assertEquals(micros("down"), ledger.time().downMicros());
    }

    /** One snapshot for each time the agent was up, and what was used divided as these are long. */
    private String snapshots() {
        long up = 0;
        for (JsonNode interval : inputs.get("agent_up")) {
            up += seconds(interval);
        }
        List<String> snapshots = new ArrayList<>();
        for (JsonNode interval : inputs.get("agent_up")) {
            StringBuilder snapshot = new StringBuilder("up%d#0 %d-%d x%d"
                    .formatted(
                            snapshots.size(),
                            interval.get(0).asLong(),
                            interval.get(1).asLong(),
                            inputs.get("ncpu").asInt()));
            for (JsonNode session : inputs.get("sessions")) {
                long cpu = session.get("cpu_s").asLong() * seconds(interval) / up;
                String job = session.get("job").asLong() == 0
                        ? ""
                        : session.get("job").asText() + ":";
                snapshot.append(" %s%s=%d".formatted(job, user(session), cpu));
            }
            long idle = inputs.get("stat_idle_plus_iowait_s").asLong() * seconds(interval) / up;
            snapshots.add(snapshot + " IDLE=" + idle + " SYSTEM=*");
        }
        return String.join("; ", snapshots);
    }

    private static long seconds(JsonNode interval) {
        return interval.get(1).asLong() - interval.get(0).asLong();
    }

    private static String user(JsonNode session) {
        return "user" + session.get("uid").asText();
    }

    private long micros(String name) {
        return expected.get(name).asLong() * MICROS;
    }
}
