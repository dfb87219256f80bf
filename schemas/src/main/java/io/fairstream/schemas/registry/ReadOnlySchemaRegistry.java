package io.fairstream.schemas.registry;

import org.apache.avro.Schema;

/** A registry in which others register: {@code auto.register.schemas=false}. */
record ReadOnlySchemaRegistry(SchemaRegistry registry) implements SchemaRegistry {
    @Override
    public int register(String subject, Schema schema) {
        return registry.lookup(subject, schema);
    }

    @Override
    public int lookup(String subject, Schema schema) {
        return registry.lookup(subject, schema);
    }

    @Override
    public Schema byId(int id) {
        return registry.byId(id);
    }

    @Override
    public boolean answers() {
        return registry.answers();
    }

    @Override
    public boolean compatible(String subject, Schema schema) {
        return registry.compatible(subject, schema);
    }
}
