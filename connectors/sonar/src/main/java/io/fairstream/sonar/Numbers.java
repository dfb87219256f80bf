package io.fairstream.sonar;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers and times in sonar's format, which omits 0. */
final class Numbers {
    /** Limit with which sums of a few thousand numbers cannot overflow. */
    private static final long LARGEST = 1L << 50;

    private Numbers() {}

    static long whole(JsonFields fields, String name) throws MalformedException {
        Long reported = fields.whole(name, 0, LARGEST);
        return reported == null ? 0 : reported;
    }

    /** Returns a count; null if it is 0 or omitted. */
    static @Nullable Integer count(JsonFields fields, String name) throws MalformedException {
        Integer reported = fields.count(name, Integer.MAX_VALUE);
        return reported == null || reported == 0 ? null : reported;
    }

    /** Returns an extended number: 0 is unset, 1 infinite, and larger ones are offset by 2. Null for unset and infinite. */
    static @Nullable Long extended(JsonFields fields, String name) throws MalformedException {
        long reported = whole(fields, name);
        return reported < 2 ? null : (Long) (reported - 2);
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
