/** Plain JSON for events and tables, driven by their Avro schemas. */
@NullMarked
package io.fairstream.schemas.json;

import org.jspecify.annotations.NullMarked;
