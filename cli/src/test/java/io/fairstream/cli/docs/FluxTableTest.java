package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.share.FairShares;
import io.fairstream.schemas.Topics;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** Names in {@code docs/flux.md} exist; the test lists flux's own names, which it also quotes. */
class FluxTableTest {
    private static final List<String> COMMANDS = List.of(
            "report usage",
            "report jobs",
            "report efficiency",
            "report cluster utilization",
            "shares",
            "shares what-if",
            "shares load",
            "shares check",
            "shares disable",
            "priority",
            "replay",
            "table",
            "audit",
            "run");

    /** Names that stand for others like them, formulas, and what is checked otherwise. */
    private static final Set<String> OTHERS = Set.of(
            "fairstream",
            "root/physics/alice",
            "UNKNOWN/user",
            "rank/N",
            "Σ D^k · raw[P(T) - k]",
            "node=1",
            "FluxDefectsTest",
            FairShares.class.getSimpleName(),
            "topology/rules");

    private final DocsPage page = DocsPage.read("flux.md", COMMANDS);

    @Test
    void hasEachOfFluxsFeaturesAndDefectsOnce() {
        assertEquals(IntStream.rangeClosed(1, 25).mapToObj(Integer::toString).toList(), page.rows("\\d+"));
        assertEquals(IntStream.rangeClosed(1, 10).mapToObj(row -> "Q" + row).toList(), page.rows("Q\\d+"));
    }

    @Test
    void itsCommandsAndOptionsAreThere() {
        page.assertCommandsAndOptions(10);
    }

    @Test
    void itsTopicsFieldsAndKeysAreThere() {
        page.assertKnown(quoted -> OTHERS.contains(quoted)
                || Topics.named(quoted).isPresent()
                || Topics.all().stream()
                        .anyMatch(topic -> topic.schema().map(Schema::getFields).stream()
                                .flatMap(List::stream)
                                .anyMatch(field -> field.name().equals(quoted))));
    }

    @Test
    void itsLinksLeadSomewhere() {
        page.assertLinks(3);
    }
}
