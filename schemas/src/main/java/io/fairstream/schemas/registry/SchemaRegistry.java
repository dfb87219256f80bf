package io.fairstream.schemas.registry;

import org.apache.avro.Schema;

/**
 * A registry of writer schemas. All methods are safe to call from several threads and throw {@link RegistryException} when the
 * registry says no or cannot be reached.
 */
public interface SchemaRegistry {
    /**
     * The id of the schema under the subject, which is registered if need be.
     *
     * @throws RegistryException with {@link RegistryException#INCOMPATIBLE} when the subject's compatibility level forbids it
     */
    int register(String subject, Schema schema);

    /**
     * The id of the schema if it stands under the subject; nothing is registered.
     *
     * @throws RegistryException with {@link RegistryException#isUnknown()} when it does not
     */
    int lookup(String subject, Schema schema);

    /**
     * The schema of that id.
     *
     * @throws RegistryException with {@link RegistryException#isUnknown()} when there is none
     */
    Schema byId(int id);

    /** True if the registry is reachable and works. */
    default boolean answers() {
        return true;
    }

    /** Returns true if the schema may become the subject's next version; true for a subject without versions. */
    boolean compatible(String subject, Schema schema);
}
