package io.fairstream.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TermsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            usage.halflife | P7D | 604800
            usage.halflife | PT168H | P7D
            usage.weights | node=1,gpu=3.5 | gpu=3.5, node=1.0
            groups | 'physics,physics.theory' | 'physics, physics.theory'
            charge.suspended | true | true
            fairshare.policy | from the future | from the future
            """)
    void theSameInOtherWordsIsNoDifference(String name, String here, String there) {
        assertEquals(List.of(), Terms.differences(Map.of(name, here), Map.of(name, there)));
    }

    @Test
    void anotherValueIsToldAsItWasWritten() {
        assertEquals(
                List.of("usage.halflife=P1D instead of P7D"),
                Terms.differences(
                                Map.of("usage.halflife", "P1D", "threads", "1"),
                                Map.of("usage.halflife", "P7D", "threads", "2"))
                        .stream()
                        .map(String::valueOf)
                        .toList());
    }

    @Test
    void whatOnlyOneSaysIsNoDifference() {
        assertEquals(
                List.of(), Terms.differences(Map.of("usage.halflife", "P1D"), Map.of("event.max.lateness", "P7D")));
    }

    @Test
    void onlyWhatThisVersionUnderstandsIsTakenOver() {
        assertEquals(
                Map.of("event.max.lateness", "P7D"),
                Terms.understood(
                        Map.of("event.max.lateness", "P7D", "fairshare.policy", "from the future", "new.key", "1")));
        assertTrue(Terms.isKnown("fairshare.policy"));
        assertFalse(Terms.isKnown("new.key"));
        assertFalse(Terms.isKnown("bootstrap.servers"), "addresses and secrets are no terms");
    }

    /** Settings of the place and the pace of an instance; all others decide numbers, so that every reader needs them. */
    @Test
    void everySettingThatDecidesANumberIsATerm() {
        Set<String> places = Set.of(
                "bootstrap.servers",
                "budgets",
                "cluster.timeout",
                "commit.interval",
                "instance.address",
                "instance.id",
                "operation.host",
                "operation.port",
                "partitions",
                "priorities.refresh",
                "replication.factor",
                "schema.registry.url",
                "state.cache.max.entries",
                "state.dir",
                "threads",
                "tls.certificate",
                "tls.key",
                "topic.prefix",
                "value.deserializer",
                "value.serializer");
        assertEquals(
                List.of(),
                Keys.all().stream()
                        .map(key -> key.name)
                        .filter(name -> Terms.isKnown(name) == places.contains(name))
                        .toList());
    }

    @Test
    void settingsSayAllTermsDefaultsIncluded() {
        Map<String, String> terms =
                Settings.parse(Map.of("usage.weights", " gpu=2 ")).terms();
        assertEquals(Terms.names(), List.copyOf(terms.keySet()));
        assertEquals("gpu=2", terms.get("usage.weights"));
        assertEquals("PT24H", terms.get("priority.halflife"));
        assertEquals("", terms.get("local.domain"));
        assertEquals(Settings.parse(terms).terms(), terms, "what is published can be read back");
    }
}
