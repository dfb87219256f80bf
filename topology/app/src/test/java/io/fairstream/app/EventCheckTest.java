package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventCheckTest {
    private static final EventCheck CHECK = new EventCheck(Settings.parse(Map.of()));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "fine",
            value = {
                "{'resource':'s','at':'2026-01-05T08:00:00Z','change':{'Matched':{'customer':'u'}}} | fine",
                "{'resource':'s','at':'2026-01-05T08:00:00Z','change':{'Matched':{'customer':'u','slotWeight':0}}} | fine",
                "{'resource':'s','at':'2026-01-05T08:00:00Z','change':{'Matched':{'customer':'u','slotWeight':-1}}}"
                        + " | slotWeight: -1.0 (expected:",
                "{'resource':'s','at':'1969-12-31T08:00:00Z','change':{'Matched':{'customer':'u'}}} | at: 1969-12-31T08:00:00Z (expected:",
                "{'resource':'','at':'2026-01-05T08:00:00Z','change':{'Matched':{'customer':'u'}}} | resource: ",
                "{'resource':'s','at':'2026-01-05T08:00:00Z','change':{'Matched':{'customer':''}}} | customer: ",
            })
    void aMatchIsRefusedForWhatItSaysItself(String json, String expected) {
        MatchEvent event = PlainJson.read(MatchEvent.class, json.replace('\'', '"'));
        Optional<String> refusal = CHECK.refusal(Topics.MATCHES, event);
        assertEquals(
                Optional.ofNullable(expected),
                refusal.map(text ->
                        expected == null ? text : text.substring(0, Math.min(text.length(), expected.length()))),
                refusal::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"root/physics | 3 | true", "root/physics | -3 | false", "root//x | 3 | false"})
    void decisionsAreCheckedToo(String path, double shares, boolean isFine) {
        ShareNode node = PlainJson.read(
                ShareNode.class, "{\"path\":\"" + path + "\",\"kind\":\"BANK\",\"shares\":" + shares + "}");
        assertEquals(isFine, CHECK.refusal(Topics.SHARES, node).isEmpty());
    }

    @Test
    void whatTheTopologyWritesIsNotChecked() {
        MatchEvent event = PlainJson.read(
                MatchEvent.class, "{\"resource\":\"s\",\"at\":\"2026-01-05T08:00:00Z\",\"change\":{\"Unmatched\":{}}}");
        assertThrows(IllegalArgumentException.class, () -> CHECK.refusal(Topics.PRIORITIES, event));
    }
}
