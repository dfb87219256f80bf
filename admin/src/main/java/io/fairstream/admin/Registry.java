package io.fairstream.admin;

import io.fairstream.admin.Diagnosis.Area;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/** Check that the schema registry answers, and would accept our schemas. */
final class Registry {
    private final Settings settings;

    Registry(Settings settings) {
        this.settings = settings;
    }

    List<Diagnosis> findings() {
        List<Diagnosis> findings = new ArrayList<>();
        String url = settings.registry().getOrDefault(SchemaRegistries.URL, "");
        SchemaRegistry registry = SchemaRegistries.from(settings.registry());
        int known = 0;
        for (Topic<?> topic : Topics.all()) {
            Optional<Schema> schema = topic.schema();
            if (schema.isEmpty()) {
                continue;
            }
            String subject = topic.in(settings.topicPrefix()) + "-value";
            try {
                if (isRegistered(registry, subject, schema.get())) {
                    known++;
                } else if (!registry.compatible(subject, schema.get())) {
                    findings.add(Diagnosis.wrong(
                            Area.REGISTRY,
                            subject + ": our schema is incompatible with the newest registered one",
                            "find out who registered it, or use another topic.prefix"));
                }
            } catch (RegistryException e) {
                findings.add(Diagnosis.wrong(
                        Area.REGISTRY, url + ": " + e.getMessage(), "start it, or correct schema.registry.url"));
                return findings;
            }
        }
        findings.add(Diagnosis.ok(
                Area.REGISTRY,
                url + " answers; " + known
                        + " of our schemas are registered, the others follow with the first records"));
        return findings;
    }

    private static boolean isRegistered(SchemaRegistry registry, String subject, Schema schema) {
        try {
            registry.lookup(subject, schema);
            return true;
        } catch (RegistryException e) {
            if (e.isUnknown()) {
                return false;
            }
            throw e;
        }
    }
}
