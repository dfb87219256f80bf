@NullMarked
package io.fairstream.query.audit;

import org.jspecify.annotations.NullMarked;
