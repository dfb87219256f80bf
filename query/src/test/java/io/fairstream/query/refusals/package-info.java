@NullMarked
package io.fairstream.query.refusals;

import org.jspecify.annotations.NullMarked;
