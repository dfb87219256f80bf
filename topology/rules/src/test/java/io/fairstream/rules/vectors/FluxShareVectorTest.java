package io.fairstream.rules.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.Ranking;
import io.fairstream.rules.share.ShareTree;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.Trees;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** flux's vectors of fair share; {@code vectors/README.md} says where the numbers come from. */
class FluxShareVectorTest {
    /** flux writes six decimals. */
    private static final double SIX_DECIMALS = 5e-7;

    @ParameterizedTest
    @ValueSource(strings = {"F18", "F19", "F22"})
    void meetsTheFactorsThatFluxComputes(String id) {
        JsonNode vector = FluxVectors.byId(id);
        assertFactors(vector.at("/steps/0/expect_fairshare"), rank(vector));
    }

    /** F25: flux cuts the siblings' usage off to whole numbers, so all tie; its own emulator does not. */
    @Test
    void q7UsageBelowOneCountsAsFluxsEmulatorHasIt() {
        JsonNode vector = FluxVectors.byId("F25");
        assertFactors(vector.at("/steps/1/expect"), rank(vector));
    }

    /** Three levels; u2 of A has two shares, all else one. flux ranks u4 and u5 at 0.4 while all are idle. */
    private static final Map<String, Integer> SHARES_OF_F27 = Map.of(
            "root/A",
            1,
            "root/B",
            1,
            "root/C",
            1,
            "root/C/D",
            1,
            "root/C/E",
            1,
            "root/A/u1",
            1,
            "root/A/u2",
            2,
            "root/B/u3",
            1,
            "root/C/D/u4",
            1,
            "root/C/E/u5",
            1);

    @Test
    void q10InAnIdleTreeOfUnevenDepthAllAreFirst() {
        List<JsonNode> steps = new ArrayList<>();
        FluxVectors.byId("F27").get("steps").forEach(steps::add);
        JsonNode idle = steps.get(0).get("expect_fairshare");
        assertEquals(0.4, idle.get("u4/D").asDouble(), "what flux computes");
        Ranking ranking = new FluxFairShare().rank(tree(SHARES_OF_F27, Map.of()));
        assertEquals(
                List.of(5, 5, 5, 5, 5),
                ranking.places().stream().map(FairShareRow::rank).toList());
    }

    @Test
    void f27FromUsageToFairShareOverThreeRuns() {
        assertEquals(3, followsFlux("F27", SHARES_OF_F27, 1));
    }

    /** All have one share; user2 leaves at the end, which flux's stored row does not show. */
    @Test
    void f17EightAssociationsInThreeLevels() {
        Map<String, Integer> shares = new HashMap<>();
        List.of(
                        "root/A",
                        "root/B",
                        "root/C",
                        "root/C/D",
                        "root/C/E",
                        "root/A/user1",
                        "root/A/user2",
                        "root/A/user3",
                        "root/B/user4",
                        "root/B/user5",
                        "root/C/D/user6",
                        "root/C/E/user7",
                        "root/C/E/user1")
                .forEach(path -> shares.put(path, 1));
        assertEquals(3, followsFlux("F17", shares, 0));
    }

    /** Ranks after each run of flux, from the given one on, with the usages of that run: how many runs that were. */
    private static int followsFlux(String id, Map<String, Integer> shares, int from) {
        Map<String, Integer> active = new HashMap<>(shares);
        Map<String, Double> usages = Map.of();
        int runs = 0;
        for (JsonNode step : FluxVectors.byId(id).get("steps")) {
            switch (step.get("op").asText()) {
                case "update_usage" -> usages = usages(step.get("clean_own_reference"));
                case "delete_user" ->
                    active.keySet().removeIf(path -> association(path).equals(name(step)));
                case "update_fshare" -> {
                    Ranking ranking = new FluxFairShare().rank(tree(active, usages));
                    if (runs++ >= from) {
                        assertFactorsOfRanked(step.get("expect_fairshare"), ranking);
                    }
                }
                default -> assertEquals("job", step.get("op").asText());
            }
        }
        return runs - from;
    }

    private static String name(JsonNode step) {
        return step.get("user").asText() + "/" + step.get("bank").asText();
    }

    private static Map<String, Double> usages(JsonNode associations) {
        Map<String, Double> usages = new HashMap<>();
        associations
                .properties()
                .forEach(row ->
                        usages.put(row.getKey(), row.getValue().get("usage").asDouble()));
        return usages;
    }

    /** @param usages by association, {@code user/bank} */
    private static ShareTree tree(Map<String, Integer> shares, Map<String, Double> usages) {
        List<ShareNode> nodes = new ArrayList<>();
        Map<String, Double> byPath = new HashMap<>();
        nodes.add(new ShareNode("root", ShareNode.Kind.BANK, 1, true));
        shares.forEach((path, number) -> {
            boolean isUser = path.matches(".*/u[^/]*");
            nodes.add(new ShareNode(path, isUser ? ShareNode.Kind.USER : ShareNode.Kind.BANK, number, true));
            byPath.put(path, usages.getOrDefault(association(path), 0.0));
        });
        return Trees.valid(nodes, byPath);
    }

    private static Ranking rank(JsonNode vector) {
        List<ShareNode> nodes = new ArrayList<>();
        Map<String, Double> usages = new HashMap<>();
        addBank("root", vector.at("/params/tree/root"), nodes, usages);
        return new FluxFairShare().rank(Trees.valid(nodes, usages));
    }

    private static void addBank(String path, JsonNode bank, List<ShareNode> nodes, Map<String, Double> usages) {
        nodes.add(new ShareNode(path, ShareNode.Kind.BANK, bank.get("shares").asDouble(), true));
        bank.get("users").properties().forEach(user -> {
            String userPath = path + "/" + user.getKey();
            JsonNode numbers = user.getValue();
            nodes.add(
                    new ShareNode(userPath, ShareNode.Kind.USER, numbers.get(0).asDouble(), true));
            usages.put(userPath, numbers.get(1).asDouble());
        });
        bank.get("banks")
                .properties()
                .forEach(held -> addBank(path + "/" + held.getKey(), held.getValue(), nodes, usages));
    }

    private static void assertFactors(JsonNode expected, Ranking ranking) {
        assertEquals(expected.size(), ranking.places().size());
        assertFactorsOfRanked(expected, ranking);
    }

    private static void assertFactorsOfRanked(JsonNode expected, Ranking ranking) {
        Map<String, Double> factors = new TreeMap<>();
        ranking.places().forEach(place -> factors.put(association(place.path()), place.factor()));
        assertTrue(factors.size() > 0);
        factors.forEach((name, factor) ->
                assertEquals(expected.get(name).asDouble(), factor, SIX_DECIMALS, () -> name + " in " + factors));
    }

    /** flux names an association {@code user/bank}. */
    private static String association(String path) {
        String[] names = path.split("/", -1);
        return names[names.length - 1] + "/" + names[names.length - 2];
    }
}
