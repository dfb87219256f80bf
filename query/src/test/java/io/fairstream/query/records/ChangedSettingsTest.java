package io.fairstream.query.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangedSettingsTest {
    private static final Instant LATER = Instant.parse("2026-03-02T12:00:00Z");

    private final GivenRecords records = new GivenRecords();

    private void settings(String name, String value, @Nullable Instant at) {
        records.with(Topics.SETTINGS, name, new Setting(name, value, at, null, null));
    }

    @Test
    void aSettingIsChangedIfItsTopicHoldsTwoValues() {
        settings("usage.halflife", "P7D", null);
        settings("event.max.lateness", "P30D", null);
        settings("usage.halflife", "P14D", null);
        assertEquals(Set.of("usage.halflife"), records.changedSettings());
    }

    @Test
    void compactionDoesNotMakeAChangeUndone() {
        settings("event.max.lateness", "P30D", null);
        settings("usage.halflife", "P14D", LATER);
        assertEquals(Set.of("usage.halflife"), records.changedSettings());
    }
}
