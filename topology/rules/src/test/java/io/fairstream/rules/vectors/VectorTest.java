package io.fairstream.rules.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.laws.AccountPipeline;
import io.fairstream.rules.laws.LedgerPipeline;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.testing.VectorScript;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** HTCondor's vectors; {@code vectors/README.md} says where the numbers come from. */
class VectorTest {
    private static final double EXACT = 1e-9;

    static List<VectorScript> vectors() {
        return VectorScript.all();
    }

    @Test
    void thereAreElevenVectors() {
        assertEquals(11, vectors().size());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void meetsTheExactNumbers(VectorScript script) {
        for (VectorScript.Expectation expected : script.expectations()) {
            AccountPipeline accounts = play(script, expected.before());
            for (JsonNode row : expected.exact()) {
                Map<String, Double> numbers = numbers(script, accounts, row);
                numbers.forEach((name, number) -> {
                    double wanted = row.path(name).asDouble(number);
                    assertEquals(wanted, number, EXACT * Math.abs(wanted), () -> name + " of " + row);
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void liesWithinTheToleranceOfWhatHtcondorPrinted(VectorScript script) {
        for (VectorScript.Expectation expected : script.expectations()) {
            AccountPipeline accounts = play(script, expected.before());
            for (JsonNode row : expected.real()) {
                if (row.get("as_of").asLong() == expected.atSeconds()) {
                    Map<String, Double> numbers = numbers(script, accounts, row);
                    List.of(
                                    "RUP",
                                    "ResourcesUsed",
                                    "WeightedResourcesUsed",
                                    "AccumulatedUsage",
                                    "WeightedAccumulatedUsage")
                            .forEach(name -> assertEquals(
                                    row.get(name).asDouble(),
                                    number(numbers, name),
                                    script.tolerance(name)
                                            + EXACT * Math.abs(row.get(name).asDouble()),
                                    () -> name + " of " + row));
                    double factor = number(numbers, "Factor");
                    assertEquals(
                            row.path("EUP").asDouble(number(numbers, "EUP")),
                            number(numbers, "EUP"),
                            script.tolerance("RUP") * factor + 1e-6 * factor,
                            () -> "EUP of " + row);
                }
            }
        }
    }

    private static double number(Map<String, Double> numbers, String name) {
        return numbers.getOrDefault(name, Double.NaN);
    }

    private static Map<String, Double> numbers(VectorScript script, AccountPipeline accounts, JsonNode row) {
        String customer = row.get("customer").asText();
        AccountState state = accounts.at(customer, row.get("t").asLong() * 1000);
        double factor = factors(script).of(customer, state).value();
        return Map.of(
                "RUP", state.realPriority(),
                "Factor", factor,
                "EUP", state.realPriority() * factor,
                "ResourcesUsed", (double) state.resourcesInUse(),
                "WeightedResourcesUsed", state.weightInUse(),
                "AccumulatedUsage", state.accumulatedUsage(),
                "WeightedAccumulatedUsage", state.weightedAccumulatedUsage(),
                "BeginUsageTime", seconds(state.beginUsage()),
                "LastUsageTime", seconds(state.lastUsage()));
    }

    private static double seconds(long millis) {
        return millis == AccountState.NEVER ? 0 : millis / 1000.0;
    }

    private static FactorRules factors(VectorScript script) {
        String domain = script.localDomain();
        return new FactorRules(
                1000, 1e10, 1e7, domain.isEmpty() ? null : domain, groups(script), script.groupFactors());
    }

    private static Groups groups(VectorScript script) {
        return script.groups().isEmpty() ? Groups.EMPTY : Groups.of(script.groups());
    }

    private static AccountPipeline play(VectorScript script, List<VectorScript.Line> lines) {
        LedgerPipeline ledgers = new LedgerPipeline();
        AccountPipeline accounts = new AccountPipeline(new HalfLife(script.halfLifeSeconds()), groups(script));
        for (VectorScript.Line line : lines) {
            if (line.topic().equals("matches")) {
                ledgers.apply(event(line.value())).charges().forEach(accounts::charge);
            } else {
                accounts.edit(line.key(), accepted(edit(line.value())));
            }
        }
        return accounts;
    }

    /** The edit; a factor below 1 is refused by us, where HTCondor's tool takes 1. */
    private static Edit accepted(Edit edit) {
        Rejection refused = edit.refusal();
        if (edit.edit() instanceof Edit.SetFactor set && set.factor() < 1) {
            assertEquals(new Rejection(Reason.EDIT_IMPOSSIBLE, "factor: 0.25 (expected: 1 to 1e15)"), refused);
            return new Edit(edit.at(), edit.by(), new Edit.SetFactor(1, set.until()));
        }
        assertNull(refused);
        return edit;
    }

    private static MatchEvent event(JsonNode value) {
        JsonNode matched = value.at("/change/Matched");
        MatchChange change = matched.isMissingNode()
                ? new MatchChange.Unmatched("")
                : new MatchChange.Matched(
                        matched.get("customer").asText(),
                        matched.get("slotWeight").asDouble(),
                        "");
        return new MatchEvent(
                value.get("resource").asText(), "", value.get("at").asLong(), change);
    }

    private static Edit edit(JsonNode value) {
        long at = value.get("at").asLong();
        Map.Entry<String, JsonNode> edit =
                value.get("edit").properties().iterator().next();
        JsonNode set = edit.getValue();
        return switch (edit.getKey()) {
            case "SetFactor" ->
                new Edit(at, "", new Edit.SetFactor(set.get("factor").asDouble(), null));
            case "SetPriority" ->
                new Edit(at, "", new Edit.SetPriority(set.get("priority").asDouble()));
            case "SetAccumulatedUsage" ->
                new Edit(
                        at,
                        "",
                        new Edit.SetAccumulatedUsage(
                                set.get("weightedAccumulatedUsage").asDouble()));
            case "ResetUsage" -> new Edit(at, "", new Edit.ResetUsage());
            case "Delete" -> new Edit(at, "", new Edit.Delete());
            default -> throw new IllegalArgumentException("edit: " + value);
        };
    }
}
