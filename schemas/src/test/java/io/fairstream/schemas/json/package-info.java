@NullMarked
package io.fairstream.schemas.json;

import org.jspecify.annotations.NullMarked;
