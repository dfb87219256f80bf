package io.fairstream.sonar;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers and times as sonar tells them. It leaves out what is 0. */
final class Numbers {
    /** Sums of a few thousand cannot overflow. */
    private static final long LARGEST = 1L << 50;

    private Numbers() {}

    static long whole(JsonFields fields, String name) throws MalformedException {
        Long told = fields.whole(name, 0, LARGEST);
        return told == null ? 0 : told;
    }

    /** Null when it is 0 or left out. */
    static @Nullable Integer count(JsonFields fields, String name) throws MalformedException {
        Integer told = fields.count(name, Integer.MAX_VALUE);
        return told == null || told == 0 ? null : told;
    }

    /** A number that may be unset, told as 0, or infinite, told as 1; other numbers are told plus 2. Null for both. */
    static @Nullable Long extended(JsonFields fields, String name) throws MalformedException {
        long told = whole(fields, name);
        return told < 2 ? null : (Long) (told - 2);
    }

    static List<Long> wholes(JsonFields fields, String name) throws MalformedException {
        List<Long> numbers = new ArrayList<>();
        for (JsonNode value : fields.json().path(name)) {
            numbers.add(JsonFields.whole(name, value, 0, LARGEST));
        }
        return numbers;
    }

    static @Nullable Instant time(JsonFields fields, String name) throws MalformedException {
        return fields.time(name, text -> OffsetDateTime.parse(text).toInstant(), "2026-03-02T08:00:00+01:00");
    }
}
