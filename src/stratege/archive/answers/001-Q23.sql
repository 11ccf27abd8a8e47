-- Q23. Écrire une requête SQL permettant de déterminer le pourcentage de victoires du
-- joueur1 pour les parties où la case d’indice 0 a été jouée en premier.
SELECT AVG(CASE WHEN resultat = 1 THEN 100.0 ELSE 0.0 END) AS pourcentage
FROM Partie
WHERE jeu LIKE 'a%';
