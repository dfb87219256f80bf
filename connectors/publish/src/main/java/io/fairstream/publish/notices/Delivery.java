package io.fairstream.publish.notices;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.publish.Disk;
import io.fairstream.publish.Item;
import io.fairstream.schemas.JsonException;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.PlainJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One notice for one recipient, or the digest of a day's notices.
 *
 * @param taken time at which it came into the outbox
 * @param day UTC day of the digest; null for a single notice
 * @param notices in their order; one unless it is a digest
 */
record Delivery(Recipient to, Instant taken, @Nullable LocalDate day, List<SentNotice> notices) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int HASH = 16;

    Delivery {
        notices = List.copyOf(notices);
        if (notices.isEmpty() || (day == null && notices.size() > 1)) {
            throw new IllegalArgumentException("notices: " + notices.size() + " (expected: one, or a digest)");
        }
    }

    static Delivery of(SentNotice notice, Recipient to, Instant taken) {
        return new Delivery(to, taken, null, List.of(notice));
    }

    SentNotice first() {
        return notices.get(0);
    }

    /** Identity, the same at each attempt: that of the notice, or of the digest's notices. */
    String id() {
        if (day == null) {
            return first().id();
        }
        StringBuilder ids = new StringBuilder();
        items().forEach(item -> ids.append(item.id()).append('\n'));
        return "digest-" + day + "-"
                + Disk.sha256(ids.toString().getBytes(StandardCharsets.UTF_8)).substring(0, HASH);
    }

    List<Item> items() {
        return notices.stream().map(each -> each.item(to)).toList();
    }

    LocalDate dayTaken() {
        return LocalDate.ofInstant(taken, ZoneOffset.UTC);
    }

    /** Returns a single notice as JSON, the same bytes at each attempt. */
    String noticeJson() {
        return PlainJson.write(first().notice());
    }

    String write() {
        ObjectNode json = JSON.createObjectNode();
        json.put("via", to.kind().toString()).put("to", to.address()).put("taken", taken.toString());
        if (day != null) {
            json.put("day", day.toString());
        }
        ArrayNode all = json.putArray("notices");
        for (SentNotice each : notices) {
            try {
                all.addObject()
                        .put("topic", each.topic())
                        .put("partition", each.partition())
                        .put("offset", each.offset())
                        .set("notice", JSON.readTree(PlainJson.write(each.notice())));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        }
        return json + "\n";
    }

    static Delivery read(String text) throws IOException {
        try {
            JsonNode json = JSON.readTree(text);
            List<SentNotice> notices = new ArrayList<>();
            for (JsonNode each : json.required("notices")) {
                notices.add(new SentNotice(
                        each.required("topic").asText(),
                        each.required("partition").asInt(),
                        each.required("offset").asLong(),
                        PlainJson.read(Notice.class, each.required("notice").toString())));
            }
            Recipient.Kind kind =
                    Recipient.Kind.valueOf(json.required("via").asText().toUpperCase(Locale.ROOT));
            return new Delivery(
                    new Recipient(kind, json.required("to").asText()),
                    Instant.parse(json.required("taken").asText()),
                    json.has("day") ? LocalDate.parse(json.get("day").asText()) : null,
                    notices);
        } catch (JsonException e) {
            throw new IOException(e);
        }
    }
}
