package io.fairstream.query.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.publish.FinishedJob;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OpenOnDemandBalancesTest {
    private static final Instant AT = Instant.parse("2026-03-02T08:00:00Z");

    @BeforeAll
    static void allow() {}

    private static AssociationUsage row(String path, ShareKind kind, double hours) {
        return AssociationUsage.newBuilder()
                .setPath(path)
                .setKind(kind)
                .setUser(kind == ShareKind.USER ? FinishedJob.lastName(path) : null)
                .setRawUsage(hours * 3600)
                .setPeriods(List.of())
                .setPeriodUsage(0)
                .setSmoothUsage(0)
                .setWeightInUse(0)
                .setAsOf(AT)
                .setHalfLifeSeconds(3600)
                .setPeriodEpoch(Instant.EPOCH)
                .setPeriodCount(4)
                .setDecayFactor(0.5)
                .build();
    }

    private static final List<AssociationUsage> ROWS = List.of(
            row("root/physics", ShareKind.BANK, 30.25),
            row("root/physics/bob", ShareKind.USER, 10),
            row("root/physics/theory/alice", ShareKind.USER, 20.25),
            row("root/physics2/erin", ShareKind.USER, 5));

    @Test
    void whatIsLeftOfABankIsToldToEachUserInIt() {
        assertEquals(
                "{\"version\":1,\"timestamp\":1772438400,\"config\":{\"unit\":\"node-hour\",\"project_type\":\"account\"},"
                        + "\"balances\":[{\"user\":\"bob\",\"project\":\"root/physics\",\"value\":69},"
                        + "{\"user\":\"alice\",\"project\":\"root/physics\",\"value\":69},"
                        + "{\"user\":\"bob\",\"project\":\"root/physics/bob\",\"value\":-5}]}",
                OpenOnDemandBalances.json(ROWS, Map.of("root/physics", 100.0, "root/physics/bob", 5.0), AT));
    }

    @Test
    void withoutABudgetThereIsNoBalance() {
        assertEquals(
                "budgets: none (expected: the setting budgets, such as root/physics=100000, node-hours of a bank or of a user"
                        + " in one)",
                assertThrows(IllegalArgumentException.class, () -> OpenOnDemandBalances.json(ROWS, Map.of(), AT))
                        .getMessage());
    }
}
