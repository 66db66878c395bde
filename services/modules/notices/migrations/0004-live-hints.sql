-- Tells the person's open pages that a group has become unread. More of an unread group tells nothing new.
CREATE FUNCTION notices.tell_unread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('notices_unread', NEW.user_id || ' ' || NEW.place);
  RETURN NULL;
END $$;
CREATE TRIGGER groups_began AFTER INSERT ON notices.groups
  FOR EACH ROW WHEN (NEW.arrived > NEW.seen) EXECUTE FUNCTION notices.tell_unread();
CREATE TRIGGER groups_unread_again AFTER UPDATE ON notices.groups
  FOR EACH ROW WHEN (OLD.arrived <= OLD.seen AND NEW.arrived > NEW.seen) EXECUTE FUNCTION notices.tell_unread();
