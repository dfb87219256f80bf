@NullMarked
package io.fairstream.query.priority;

import org.jspecify.annotations.NullMarked;
