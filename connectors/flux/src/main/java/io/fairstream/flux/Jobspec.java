package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Request of a job (RFC 25), as far as it is known.
 *
 * @param name of the job
 * @param seconds time limit; null for no limit
 * @param nodes null if slots may be on any nodes
 * @param cores of all slots together; null if not requested
 * @param gpus of all slots together; null if not requested
 */
record Jobspec(
        String name,
        String bank,
        String queue,
        @Nullable BigDecimal seconds,
        @Nullable Integer nodes,
        @Nullable Integer cores,
        @Nullable Integer gpus) {
    private static final String SYSTEM = "attributes.system.";
    private static final int DEEPEST = 32;

    /** Unknown request. */
    static final Jobspec NONE = new Jobspec("", "", "", null, null, null, null);

    static Jobspec parse(JsonNode json) throws MalformedException {
        JsonFields system = new JsonFields(json).object("attributes").object("system");
        Counts counts = new Counts();
        counts.add(json.path("resources"), 1, 0);
        return new Jobspec(
                system.object("job").text("name"),
                system.text("bank"),
                system.text("queue"),
                JobFields.seconds(system, "duration"),
                Counts.known(counts.nodes),
                Counts.known(counts.cores),
                Counts.known(counts.gpus));
    }

    /** Returns the jobspec after an event {@code jobspec-update}: keys are paths such as {@code attributes.system.bank}. */
    Jobspec updated(JsonFields changes) throws MalformedException {
        return new Jobspec(
                changes.has(SYSTEM + "job.name") ? changes.text(SYSTEM + "job.name") : name,
                changes.has(SYSTEM + "bank") ? changes.text(SYSTEM + "bank") : bank,
                changes.has(SYSTEM + "queue") ? changes.text(SYSTEM + "queue") : queue,
                changes.has(SYSTEM + "duration") ? JobFields.seconds(changes, SYSTEM + "duration") : seconds,
                nodes,
                cores,
                gpus);
    }

    /** Returns true if the jobspec contains a size. */
    boolean isSized() {
        return nodes != null || cores != null;
    }

    /** Sums over the tree of resources: the count of a child is multiplied by that of its parent. */
    private static final class Counts {
        private long nodes;
        private long cores;
        private long gpus;

        private void add(JsonNode resources, long times, int depth) throws MalformedException {
            for (JsonNode resource : resources) {
                JsonFields fields = new JsonFields(resource);
                long all = Math.multiplyExact(times, count(fields));
                switch (fields.text("type")) {
                    case "node" -> nodes += all;
                    case "core" -> cores += all;
                    case "gpu" -> gpus += all;
                    default -> {}
                }
                long most = Math.max(Math.max(all, nodes), Math.max(cores, gpus));
                if (most > ResourceSet.MAX_CORES || depth > DEEPEST) {
                    throw new MalformedException(
                            "resources", resource, "at most " + ResourceSet.MAX_CORES + " of a kind");
                }
                add(fields.json().path("with"), all, depth + 1);
            }
        }

        /** Returns a number, or the minimum of a range. */
        private static long count(JsonFields resource) throws MalformedException {
            return resource.json().path("count").isObject()
                    ? count(resource.object("count"), "min")
                    : count(resource, "count");
        }

        private static long count(JsonFields of, String field) throws MalformedException {
            return JsonFields.required(field, of.whole(field, 0, ResourceSet.MAX_CORES));
        }

        private static @Nullable Integer known(long count) {
            return count == 0 ? null : (Integer) (int) count;
        }
    }
}
